// English words of policies/activity, folded. The apostrophe separates words: "didn't" is "didn t".

#include "policies/activity_lexicon.hpp"

#include <array>

namespace wm::policies::activity {

namespace {

using enum Signal;

constexpr auto phrases = std::to_array<PhraseRow>({
    {remember, "",
     "writing this down|writing it down|noting this down|remember that|remember this|remember|please remember|note "
     "that|take note|make a note|for the record|for your "
     "information|fyi|heads up|heads-up|keep in mind|write it down|"
     "write this down|please store that|store that|save this|save that|don t forget|just so you know|so you know|bear "
     "in mind|memorize|memorise|log this|put on record|"
     "for anything you write|just so nobody|quick note*|treat as decided|let it be known"},
    {recall, "",
     "remind me how|remind me what|remind me which|do you remember|do we remember|do you recall|what did we "
     "decide|what did i|what did we|did i ever tell you|have in memory|in our memory|"
     "search our memory|search memory|search the memory|on record about|what do we know about|what do we have on "
     "record|which date did we|what price we agreed|how did we fix|"
     "how we got|how i said|should have in memory|have anything in memory"},
    {question, "",
     "any idea|is there|are there|do we|does it|do you|why does|why is|what about|anything unhealthy|anything "
     "wrong|anybody know"},
    {request, "",
     "please|pls|plz|can you|could you|would you|will you|i need you to|i want you to|i d like you to|tell me|show "
     "me|give me a|let me know|have a look|take a look|look into|"
     "check|check whether|check if|find|find out|find the|fix the|fix it|write "
     "me|explain|translate|summarise|summarize|remind me in|remind me at|remind me to|remind me on|draft|send the|send "
     "it|"
     "open a|confirm something|when you get a chance|when you can|make me|build me|list all|list the|query for"},
    {hedge, "",
     "have a hunch|thinks it|thinks that|thinks the|believes|says it|reckons|suspects|maybe|perhaps|i think|i guess|my "
     "guess|i suspect|i suppose|i believe|might|might be|may be|could be|could it "
     "be|probably|possibly|presumably|seems|it seems|seems like|looks like|"
     "not sure|dunno|i wonder|i assume|i reckon|likely|supposedly|apparently|hypothesis|theory is|my "
     "theory|blames|untested|in theory|or maybe"},
    {plan, "",
     "will|we ll|i ll|going to|gonna|plan to|planning to|planned for|we want to|i want to|want to|should|we need to|i "
     "need to|need to|have to|next week|next month|next year|tomorrow|"
     "later today|tonight|scheduled|intend to|about to|would|shall|to do|todo|aim to"},
    {open, "",
     "nothing agreed|nothing decided|not decided|undecided|no decision|brain dump|braindump|brainstorm*|thinking out "
     "loud|just thinking|only an idea|just an idea|an idea|what if|could we|"
     "should we|we could|we might|considering|still discussing|under discussion|on the table|not agreed|open "
     "question|tbd|up in the air|toying with|exploring|haven t decided"},
    {decision, "",
     "decided|we decided|decision|the decision is|final call|we ve decided|have decided|agreed|we agreed|approved|was "
     "approved|is approved|rejected|we re rejecting|rejecting it|is rejected|"
     "we chose|chose|chosen|we picked|picked|selected|was selected|go with|going with|we went with|settled on|we "
     "settle on|signed off|green light|greenlit|is fixed|date is fixed|price is fixed|"
     "price is set at|from now on we|we adopt|we adopted|adopted|we standardise on|we standardize on|standardised "
     "on|ruled out|vetoed|in force from|takes effect|effective from|policy is|stays with"},
    {discovery, "",
     "which made|which caused|that s why|that is why|which is why|was the cause|root cause|the cause|verified "
     "cause|cause is|cause was|the reason|the culprit|turns out|turned out|it turns "
     "out|it was the|gotcha|lesson learned|lessons learned|learned that|we learned|i learned|"
     "found out|discovered|caused by|was due to|is due to|because of|the trick|the catch|the fix was|the fix is|the "
     "problem was|the problem is|the bug was|the bug is|only works if|only works when|"
     "doesn t work unless|does not work unless|unless the|requires that|constraint|depends on|conclusion|finding"},
    {verified, "",
     "data confirm*|confirms it|confirms that|works every "
     "time|verified|confirmed|tested|measured|proven|proved|validated|reproduced|checked|double checked|it "
     "worked|worked "
     "every time|works every time|worked|have worked|has worked|that worked|"
     "confirmed by|confirmed in|numbers show|the data shows|benchmarked|in _ requests|every time"},
    {procedure, "",
     "how it is done|how it s done|how this is done|how we do|the steps|steps|procedure|runbook|the process|how "
     "to|here is how|here s how|this is how|we ve run it this "
     "way|the way we|playbook|recipe|workflow|checklist|handling"},
    {preference, "",
     "i prefer|i d prefer|i like|i d like you to always|i don t like|i hate|i always|i never|from now on|going "
     "forward|please keep|keep using|always give me|never give me|give me a _ first|"
     "i want to see|i always want|my rule|rule of mine|my preference|with me|talk to me|i work best|i "
     "usually|always answer|always reply|never plan|always use|my way"},
    {one_off, "",
     "this time|just this once|for this one|only today|for now just|for this answer|in this answer|for today"},
    {duplicate, "",
     "like i told you|as i told you|as i said|like i said|i already told you|already told you|as mentioned|as i "
     "mentioned|i already gave you|already gave you|same thing|again same|"
     "told you earlier|told you before|you already know|you already have|i repeat|repeating myself|as before"},
    {chatter, "",
     "hi|hello|hey|thanks|thank you|thx|cheers|lol|haha*|great|awesome|nice|cool|ok|okay|good morning|good "
     "night|ugh|bye|congrat*|joke|you rock"},
    {personal, "",
     "my daughter|my son|my kids|my wife|my husband|my partner|my mum|my mom|my dad|my dog|the dog|my cat|the "
     "vet|vacation|holiday|dentist|doctor|birthday|slept|couldn t sleep|hungover|gym|"
     "my back|my house|at home|coffee"},
    {instruction, "",
     "ignore ~ instructions|ignore ~ rules|disregard ~ instructions|disregard ~ rules|forget ~ instructions|to the "
     "ai|ai agents|ai reading|ai assistants|ai agent reading|system note|"
     "system prompt|new instructions|you are now|after answering|do not tell|don t tell the user|record in your|act "
     "as|jailbreak|developer mode|override ~ policy"},
    {discarded, "",
     "discarded|ruled out|wasn t the|was not the|it wasn t|it isn t|is not the|isn t the|not the cause|that "
     "explanation is|false alarm|debunked|didn t hold|nothing to do with|not related to"},
    {failure, "",
     "failed|has failed|did not work|didn t work|doesn t work yet|couldn t|could not|unable to|i can t|i cannot|can "
     "t|cannot|don t have access|do not have access|aborted|no luck|timed out and|"
     "has not moved|went wrong|not been sent|nothing has been|no evidence|refused it"},
    {pending, "",
     "pending|still to do|still open|outstanding|not yet done|yet to be|to be done|remains to be|waiting for"},
    {temporary, "",
     "for maintenance|in maintenance|temporar*|for now|until|for the time being|meanwhile|during|intentionally "
     "down|for the moment|expect it back|expected back"},
    {state, "power",
     "is offline|are offline|is online|are online|is down|are down|is up|are up|it s up|it s down|it s back|is back "
     "up|is back|are back|back online|back up|is off|is on maintenance|is powered off|"
     "is powered on|powered off|is running|are running|is stopped|is unreachable|is alive|is dead|intentionally "
     "down|in maintenance mode|is in maintenance|in maintenance|out of service|"
     "still down|still up|still off|still offline|offline|online|up and running|went live|connects "
     "again|works again|working again"},
    {state, "health",
     "crashloopbackoff|imagepullbackoff|notready|oomkilled|errimagepull|health_ok|health_warn|health_err|is "
     "healthy|both healthy|are healthy|healthy|is degraded|are degraded|degraded|is ready|is synced|out of "
     "sync|outofsync|is green|green again|is red|is failing|is stable|stable|needs attention|"
     "need attention|is full|is slow|no errors|passes|all pass|returns 200|answers 200|is schedulable|is "
     "broken|quorum"},
    {state, "mode",
     "read-only mode|read only mode|is in _ mode|is read-only|is read only|in read-only|in test mode|test mode|in "
     "dry-run"},
    {state, "role", "is master|is primary|is backup|is leader|is the leader|is standby|is secondary|is the primary"},
    {state, "deployment",
     "is live|are live|is deployed|are deployed|deployed on|is installed|in production|on sale|is published|is "
     "released|is enabled|is disabled|is in place|rolled out"},
    {state, "location",
     "runs on|run on|running on|lives on|lives in|is hosted|sits on|sits in|is located|stays on|is in namespace|is on "
     "the"},
    {state, "version", "is on _ now|is on version|runs version|is at version|is now on|runs that version|now runs"},
    {state, "contract",
     "no longer a customer|is a customer|is our supplier|is our|notice period|contract ends|contract runs|expires|on "
     "the _ plan|is on the _ plan|leaves at the end"},
    {state, "payment", "is paid|has paid|owes|is overdue|paid up"},
    {state, "",
     "has|have|uses|use|is in|is at|is the|is a|is an|are in|contains|points to|listens on|depends on|belongs "
     "to|costs|closes|opens|bills in|needs|requires|supports|holds|exists|is set to|is configured|"
     "is now|are now|is still|serves|stays|remains|account manager is|contact is|carries|talks to|gets"},
    {mutation, "power",
     "powered off|powered on|powered down|powered up|shut down|shut it down|turned off|turned on|switched off|switched "
     "on|brought up|brought back|took down|taken down|took it down|put in maintenance|"
     "put into maintenance|took it out of|taken out of maintenance|back into service"},
    {mutation, "deployment", "rolled out|rolled back|spun up|set up|went live|took live|cut over|switched over"},
    {mutation, "existence", "torn down|tore down|spun down|phased out"},
    {occurrence, "power",
     "is back|are back|it s back|back online|back up|connects again|works again|working again|green again|up again"},
    {occurrence, "deployment", "is live|are live|went live|goes live"},
    {mutation, "membership", "joined the"},
    {occurrence, "",
     "went down|we had|had a call|had an outage|had the kick-off|kick-off call|flipped|failed over|ran out|fell "
     "over|took place|lost power|lost both|lost its|we met|happened"},
});

constexpr auto verbs = std::to_array<VerbRow>({
    {'-', VerbKind::mutation, "power", "", "", "", "power shut turn boot"},
    {'r', VerbKind::mutation, "power", "reboot"},
    {'r', VerbKind::mutation, "power", "restart"},
    {'r', VerbKind::mutation, "power", "start"},
    {'d', VerbKind::mutation, "power", "stop"},
    {'r', VerbKind::mutation, "power", "boot"},
    {'r', VerbKind::mutation, "power", "suspend"},
    {'r', VerbKind::mutation, "deployment", "deploy"},
    {'r', VerbKind::mutation, "deployment", "redeploy"},
    {'r', VerbKind::mutation, "deployment", "install"},
    {'r', VerbKind::mutation, "deployment", "uninstall"},
    {'r', VerbKind::mutation, "deployment", "reinstall"},
    {'r', VerbKind::mutation, "deployment", "publish"},
    {'r', VerbKind::mutation, "deployment", "release"},
    {'r', VerbKind::mutation, "deployment", "launch"},
    {'d', VerbKind::mutation, "deployment", "ship"},
    {'r', VerbKind::mutation, "deployment", "merge"},
    {'r', VerbKind::mutation, "deployment", "sync"},
    {'r', VerbKind::mutation, "deployment", "apply"},
    {'r', VerbKind::mutation, "existence", "create"},
    {'r', VerbKind::mutation, "existence", "recreate"},
    {'r', VerbKind::mutation, "existence", "delete"},
    {'r', VerbKind::mutation, "existence", "remove"},
    {'r', VerbKind::mutation, "existence", "retire"},
    {'r', VerbKind::mutation, "existence", "decommission"},
    {'r', VerbKind::mutation, "existence", "destroy"},
    {'r', VerbKind::mutation, "existence", "provision"},
    {'r', VerbKind::mutation, "existence", "wipe"},
    {'r', VerbKind::mutation, "existence", "purge"},
    {'r', VerbKind::mutation, "existence", "add"},
    {'d', VerbKind::mutation, "existence", "drop"},
    {'-', VerbKind::mutation, "existence", "", "rebuilt", "rebuilt", "rebuild build"},
    {'r', VerbKind::mutation, "location", "migrate"},
    {'r', VerbKind::mutation, "location", "live-migrate"},
    {'r', VerbKind::mutation, "location", "move"},
    {'r', VerbKind::mutation, "location", "relocate"},
    {'r', VerbKind::mutation, "location", "evacuate"},
    {'r', VerbKind::mutation, "location", "drain"},
    {'r', VerbKind::mutation, "location", "offboard"},
    {'r', VerbKind::mutation, "configuration", "change"},
    {'r', VerbKind::mutation, "configuration", "switch"},
    {'r', VerbKind::mutation, "configuration", "replace"},
    {'d', VerbKind::mutation, "configuration", "swap"},
    {'r', VerbKind::mutation, "configuration", "configure"},
    {'r', VerbKind::mutation, "configuration", "reconfigure"},
    {'r', VerbKind::mutation, "configuration", "enable"},
    {'r', VerbKind::mutation, "configuration", "disable"},
    {'r', VerbKind::mutation, "configuration", "activate"},
    {'r', VerbKind::mutation, "configuration", "deactivate"},
    {'r', VerbKind::mutation, "configuration", "adjust"},
    {'r', VerbKind::mutation, "configuration", "tune"},
    {'r', VerbKind::mutation, "configuration", "lower"},
    {'r', VerbKind::mutation, "configuration", "raise"},
    {'r', VerbKind::mutation, "configuration", "mount"},
    {'r', VerbKind::mutation, "configuration", "attach"},
    {'r', VerbKind::mutation, "configuration", "detach"},
    {'r', VerbKind::mutation, "configuration", "connect"},
    {'r', VerbKind::mutation, "configuration", "disconnect"},
    {'d', VerbKind::mutation, "configuration", "unplug"},
    {'r', VerbKind::mutation, "configuration", "cordon"},
    {'r', VerbKind::mutation, "configuration", "uncordon"},
    {'r', VerbKind::mutation, "configuration", "clean"},
    {'r', VerbKind::mutation, "configuration", "rename"},
    {'r', VerbKind::mutation, "version", "upgrade"},
    {'r', VerbKind::mutation, "version", "update"},
    {'r', VerbKind::mutation, "version", "downgrade"},
    {'r', VerbKind::mutation, "version", "bump"},
    {'r', VerbKind::mutation, "version", "patch"},
    {'r', VerbKind::mutation, "size", "resize"},
    {'r', VerbKind::mutation, "size", "expand"},
    {'r', VerbKind::mutation, "size", "extend"},
    {'r', VerbKind::mutation, "size", "increase"},
    {'r', VerbKind::mutation, "size", "reduce"},
    {'r', VerbKind::mutation, "replicas", "scale"},
    {'r', VerbKind::mutation, "health", "restore"},
    {'r', VerbKind::mutation, "health", "recover"},
    {'r', VerbKind::mutation, "health", "repair"},
    {'r', VerbKind::mutation, "health", "fix"},
    {'r', VerbKind::mutation, "health", "resolve"},
    {'r', VerbKind::mutation, "certificate", "renew"},
    {'r', VerbKind::mutation, "certificate", "reissue"},
    {'r', VerbKind::mutation, "credential", "rotate"},
    {'r', VerbKind::mutation, "credential", "revoke"},
    {'r', VerbKind::mutation, "credential", "regenerate"},
    {'r', VerbKind::mutation, "membership", "rejoin"},
    {'r', VerbKind::mutation, "membership", "onboard"},
    {'r', VerbKind::mutation, "contract", "sign"},
    {'r', VerbKind::mutation, "contract", "cancel"},
    {'r', VerbKind::mutation, "contract", "terminate"},
    {'-', VerbKind::mutation, "contract", "", "cancelled", "cancelled", ""},
    {'-', VerbKind::mutation, "payment", "", "paid", "paid", "pay"},
    {'r', VerbKind::mutation, "payment", "refund"},
    {'r', VerbKind::mutation, "contract", "end"},
    {'r', VerbKind::mutation, "status", "close"},
    {'r', VerbKind::mutation, "status", "complete"},
    {'r', VerbKind::mutation, "status", "finish"},
    {'-', VerbKind::mutation, "existence", "", "bought sold", "bought sold", "buy sell"},
    {'-', VerbKind::mutation, "configuration", "", "", "", "set put take bring roll make"},
    {'r', VerbKind::occurrence, "power", "crash"},
    {'r', VerbKind::occurrence, "power", "die"},
    {'r', VerbKind::occurrence, "", "expire"},
    {'r', VerbKind::occurrence, "", "fail"},
    {'-', VerbKind::occurrence, "", "", "lost broke", "lost broken", ""},
    {'d', VerbKind::occurrence, "", "trip"},
    {'d', VerbKind::occurrence, "", "flip"},
    {'r', VerbKind::occurrence, "", "announce"},
    {'-', VerbKind::occurrence, "", "", "sent met", "sent", "send"},
    {'r', VerbKind::act, "", "check"},
    {'r', VerbKind::act, "", "look"},
    {'-', VerbKind::act, "", "", "", "",
     "find show tell write explain list search give get pass translate make have open confirm run"},
    {'r', VerbKind::act, "", "move"},
    {'r', VerbKind::act, "", "investigate"},
    {'r', VerbKind::act, "", "summarise"},
});

}  // namespace

std::span<const PhraseRow> english_phrases() { return phrases; }
std::span<const VerbRow> english_verbs() { return verbs; }

}  // namespace wm::policies::activity
