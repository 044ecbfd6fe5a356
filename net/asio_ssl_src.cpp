// The body of Asio's TLS, compiled once (runtime/asio_src.cpp holds the rest of Asio).

#include <boost/asio/ssl/impl/src.hpp>
