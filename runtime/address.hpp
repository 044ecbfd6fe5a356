#pragma once
// How actors name each other. Standard library only: tests and policies need no Asio for it.
//   Address<M>  the right to ask: may be refused when the mailbox is full, so look at the answer
//   Reply<M>    the right to answer: never refused, as the asker bounds what it asks (P4)
// Both are two words, copied freely, and valid as long as the target, which lives as long as its System.

#include <concepts>
#include <type_traits>
#include <utility>

namespace wm {

enum class [[nodiscard]] Delivery { accepted, full };

template <class Target, class M>
concept Tellable = requires(Target& target, M message) {
    { target.tell(std::move(message)) } -> std::same_as<Delivery>;
};
template <class Target, class M>
concept Answerable = requires(Target& target, M message) {
    { target.deliver(std::move(message)) } -> std::same_as<void>;
};

template <class M>
class Address {
public:
    template <Tellable<M> Target>
        requires(!std::same_as<std::remove_cv_t<Target>, Address>)  // copying an address copies it, never points at it
    Address(Target& target) noexcept                                // implicit: an actor is its own address
        : target_(&target), tell_([](void* t, M&& m) { return static_cast<Target*>(t)->tell(std::move(m)); }) {}

    Delivery tell(M message) const { return tell_(target_, std::move(message)); }

private:
    void* target_;
    Delivery (*tell_)(void*, M&&);
};

template <class M>
class Reply {
public:
    template <Answerable<M> Target>
        requires(!std::same_as<std::remove_cv_t<Target>, Reply>)
    Reply(Target& target) noexcept
        : target_(&target), deliver_([](void* t, M&& m) { static_cast<Target*>(t)->deliver(std::move(m)); }) {}

    void deliver(M message) const { deliver_(target_, std::move(message)); }

private:
    void* target_;
    void (*deliver_)(void*, M&&);
};

}  // namespace wm
