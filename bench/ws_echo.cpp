// The peer that nothing can beat on Beast: reads a binary frame, looks at none of it, writes a frame of the size that it is
// told (a context reply). Concrete executor, no timers, no fragments. Prints its port.
//
//   ws_echo REPLY_BYTES

#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/basic_stream_socket.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket.hpp>

#include <cstdio>
#include <cstdlib>
#include <list>
#include <string>

namespace {

namespace asio = boost::asio;
namespace websocket = boost::beast::websocket;
using Executor = asio::io_context::executor_type;
using Socket = asio::basic_stream_socket<asio::ip::tcp, Executor>;
using boost::system::error_code;

class Session {
public:
    Session(Socket socket, const std::string& reply) : ws_(std::move(socket)), reply_(reply) {
        ws_.auto_fragment(false);
        ws_.binary(true);
    }
    void start() {
        ws_.async_accept([this](error_code error) {
            if (!error) read();
        });
    }

private:
    void read() {
        ws_.async_read(buffer_, [this](error_code error, std::size_t) {
            if (!error) write();
        });
    }
    void write() {
        buffer_.consume(buffer_.size());
        ws_.async_write(asio::buffer(reply_), [this](error_code error, std::size_t) {
            if (!error) read();
        });
    }
    websocket::stream<Socket, false> ws_;
    boost::beast::flat_buffer buffer_;
    const std::string& reply_;
};

}  // namespace

int main(int argc, char** argv) {
    const std::string reply(argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 1000, 'x');
    asio::io_context io(1);
    using Acceptor = asio::basic_socket_acceptor<asio::ip::tcp, Executor>;
    Acceptor acceptor(io.get_executor(), {asio::ip::address_v4::loopback(), 0});
    std::printf("%u\n", acceptor.local_endpoint().port());
    std::fflush(stdout);
    struct Loop {
        Acceptor& acceptor;
        const std::string& reply;
        std::list<Session> sessions;  // of this program's whole life
        void accept() {
            acceptor.async_accept([this](error_code error, Socket socket) {
                if (error) return;
                socket.set_option(asio::ip::tcp::no_delay(true));
                sessions.emplace_back(std::move(socket), reply).start();
                accept();
            });
        }
    } loop{acceptor, reply, {}};
    loop.accept();
    io.run();
}
