#pragma once
// A self-signed certificate for one host name, made for the test and forgotten with it.

#include <boost/asio/ssl/context.hpp>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

namespace wm {

class TestCertificate {
public:
    explicit TestCertificate(const std::string& host) {
        const std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)> key(EVP_EC_gen("P-256"), &EVP_PKEY_free);
        const std::unique_ptr<X509, decltype(&X509_free)> certificate(X509_new(), &X509_free);
        auto* x509 = certificate.get();
        X509_set_version(x509, 2);
        ASN1_INTEGER_set(X509_get_serialNumber(x509), 1);
        X509_gmtime_adj(X509_getm_notBefore(x509), -60);
        X509_gmtime_adj(X509_getm_notAfter(x509), 3600);
        X509_set_pubkey(x509, key.get());
        auto* name = X509_get_subject_name(x509);
        X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, reinterpret_cast<const unsigned char*>(host.c_str()), -1, -1, 0);
        X509_set_issuer_name(x509, name);
        auto* names = X509V3_EXT_conf_nid(nullptr, nullptr, NID_subject_alt_name, ("DNS:" + host).c_str());
        X509_add_ext(x509, names, -1);
        X509_EXTENSION_free(names);
        X509_sign(x509, key.get(), EVP_sha256());
        certificate_ = text([&](BIO* out) { PEM_write_bio_X509(out, x509); });
        key_ = text([&](BIO* out) { PEM_write_bio_PrivateKey(out, key.get(), nullptr, nullptr, 0, nullptr, nullptr); });
    }

    const std::string& pem() const { return certificate_; }
    boost::asio::ssl::context server_context() const {
        boost::asio::ssl::context context(boost::asio::ssl::context::tls_server);
        context.use_certificate_chain(boost::asio::buffer(certificate_));
        context.use_private_key(boost::asio::buffer(key_), boost::asio::ssl::context::pem);
        return context;
    }

private:
    template <class Write>
    static std::string text(Write write) {
        const std::unique_ptr<BIO, decltype(&BIO_free)> out(BIO_new(BIO_s_mem()), &BIO_free);
        write(out.get());
        char* data = nullptr;
        const auto size = BIO_get_mem_data(out.get(), &data);
        return {data, static_cast<std::size_t>(size)};
    }

    std::string certificate_;
    std::string key_;
};

// Makes OpenSSL's default authorities of this process the one certificate, as SSL_CERT_FILE does for an operator.
class TrustedFor {
public:
    explicit TrustedFor(const TestCertificate& certificate)
        : file_(std::filesystem::temp_directory_path() / ("wm-test-" + std::to_string(::getpid()) + ".pem")) {
        std::ofstream(file_) << certificate.pem();
        ::setenv("SSL_CERT_FILE", file_.c_str(), 1);
    }
    ~TrustedFor() {
        ::unsetenv("SSL_CERT_FILE");
        std::filesystem::remove(file_);
    }

private:
    std::filesystem::path file_;
};

}  // namespace wm
