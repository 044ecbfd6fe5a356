// The body of Beast, compiled once: BOOST_BEAST_SEPARATE_COMPILATION keeps it out of every other file.

#include <boost/beast/src.hpp>
