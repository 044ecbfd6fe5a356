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
     "i prefer|i d prefer|i like|i d like you to always|i don t like|i hate|always give me|never give me|give me a _ "
     "first|"
     "i want to see|i always want|my rule|rule of mine|my preference|talk to me|i work best|always answer|always "
     "reply|my way"},
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
    {remember, "",
     "make sure ~ remember|please keep this|put this down|jot this down|jot down|note to self|add to "
     "memory|add to your memory|store this|commit this to memory|keep this on record|for future "
     "reference|let me tell you|so everyone knows|please record|record that|file this"},
    {recall, "",
     "refresh my memory|jog my memory|can t remember|cannot remember|don t remember|can t recall|don t "
     "recall|slipped my mind|i forget|i forgot|what was it we|what had we|have we ever|did we ever|what "
     "have we|what do you know about|what have i told|look up in memory|from memory"},
    {question, "",
     "is it|are we|does anyone|did we|did you|have you|has anyone|should i|should we|can we|could it|would "
     "it|where s|what s|who s|how s|how do|any reason|any news|any chance|do i"},
    {request, "",
     "i need a|i need the|i d like a|help me|help us|give us|remind me|send me|send us|get me|get us|write "
     "us|put together|go ahead and|feel free to|kick off|spin up|spin down|roll back|roll out|roll "
     "it|bring up|bring it|take down|take it|turn off|turn on|shut down|shut it|switch off|switch on|set "
     "up|tear down|clean up|back up|scale down|scale up|dig into|compare the|walk me through"},
    {hedge, "",
     "a hunch|i d bet|i bet|my bet|my money is on|my hunch|gut feeling|could well be|might well|may "
     "well|may have|might have|could have been|must be|must have been|not "
     "certain|unclear|unconfirmed|rumour|rumor|allegedly|suspicion|suspected|smells like|sounds like|feels "
     "like|as if|presume|no proof|guessing|guess it|guess the|wild guess|suspicious"},
    {plan, "",
     "intending to|thinking of|are to be|is to be|at some point|some day|someday|eventually|hoping "
     "to|aiming to|would like to|next sprint|next quarter|in the coming|plans to|is due to be|will be|won "
     "t"},
    {open, "",
     "mulling|weighing|weighing up|pondering|thinking about|thinking of|torn between|not sold on|no "
     "final|haven t settled|not settled|not sure yet|to be discussed|for discussion|in talks|pros and "
     "cons|one option|another option|options are|maybe we|how about|wondering whether|wondering if|it "
     "would be|would it be|floated|floating the idea|spitballing|blue sky|hypothetically|still "
     "debating|still deciding|playing with the idea|leaning towards"},
    {decision, "",
     "we re going with|we ll go with|let s go with|it s settled|that s settled|matter is settled|that is final|that s "
     "final|is "
     "final|final answer|said no to|we say no|turned down|we declined|declined|opted for|we opt for|opt "
     "for|confirmed for|date is set|is set for|locked in|board approved|gave the "
     "go-ahead|go-ahead|mandatory from|is mandatory|no longer allowed|is banned|we re dropping|we are "
     "dropping|we drop|we stop offering|sunset|resolved to|agreed on|agreed that|been agreed|final "
     "price|new policy|the policy|policy from|as of _ we|we re keeping|we are keeping|we keep|we stay "
     "with|we re staying with|staying with|sticking with|we stick with|has been ratified|ratified|voted "
     "for|voted to|vote passed|it s official|is official|we re not going to|we won t be|dropped the "
     "idea|is off the table|called it|calling it|price stays|price goes|discount is"},
    {discovery, "",
     "traced it to|traced it back|traced back to|tracked it down|tracked down to|boiled down to|comes down "
     "to|came down to|stems from|stemmed from|was responsible for|were responsible for|to blame|was to blame|root "
     "of|it was "
     "because|explained by|explains why|triggered by|pinned it down|pinned down|nailed it|reason "
     "was|reason is|what broke|what fixed it|fixed it by|the answer is|the answer was|workaround|work "
     "around|known quirk|quirk|caveat|pitfall"},
    {general, "",
     "because|whenever|when|every time|only if|makes|make|makes it|causes|leads to|results in|twice "
     "as|times faster|times as|faster|slower|sooner|later than|more than|less than|fewer|percent|compared "
     "to|compared with|on average|a third|half as|half the|so never|never "
     "set|kills|kill|breaks|triggers|depends on|as soon as|if|unless|due to|without|needs at least|opens "
     "a|drops|doubles|halves|correlates|better than|worse than|more likely|less likely|never use|must "
     "not|out of"},
    {verified, "",
     "ran it|ran this|backed by|figures are|numbers are|hold up|holds "
     "up|reproducible|reproducibly|repeatable|repeatedly|double-checked|cross-checked|cross checked|not a "
     "hunch|not a guess|not guesswork|proof|we ve measured|a treat|does the job|did the trick|worked "
     "for|works for us|works well|worked well|worked fine|works fine|worked both times|worked out|went "
     "smoothly|verified with|confirmed with|signed off by"},
    {procedure, "",
     "take on a new|how we handle|how to handle|the routine|our routine|the drill|the order is|in this "
     "order|order of work|goes like this|it goes|works like this|done like this|step by step|the "
     "sequence|standard way|our way"},
    {preference, "",
     "i d rather|i would rather|rather you|i m allergic|i am allergic|allergic to|standing rule|my "
     "rule|personal rule|rule for me|i need you to always|don t ever|never ever|i can t stand|i cannot "
     "stand|i love|i enjoy|i want you to always|my favourite|my favorite|favourite|i m vegetarian|i am "
     "vegetarian|i m vegan|i m colour blind|i m colourblind|i m left-handed|i m a morning|i do my best|my "
     "pronouns|suits me|works best for me|work best|in my case|for me it|keep it short with me|keep "
     "answers|i read|i only read|i only use|i only want|my habit|i tend to|my default|i try to|hold me "
     "to|as a rule i|i make it a rule|spare me|no need to|address me|when you write to me|when you answer "
     "me|when you reply"},
    {standing, "forward",
     "from now on|going forward|from here on|in future|in the future|from here on in|henceforth|as of now"},
    {standing, "",
     "always|never|every time|each time|in general|by default|as a "
     "rule|permanently|for good|on fridays|on mondays|on tuesdays|on wednesdays|on thursdays|on "
     "saturdays|on sundays|fridays|mondays|weekends|on weekends|at weekends|mornings|in the morning|in the "
     "mornings|every morning|every day|every monday|every friday|after hours|whenever|any more|anymore|"
     "without exception|no matter what|for everything"},
    {duplicate, "",
     "again for|i ll say it again|say it again|once more|to repeat|repeat|as discussed|told you "
     "already|have told you|same as before|nothing new|nothing has changed|still the same|you noted|you ve "
     "noted|you ve already|as noted|like before|mentioned before|mentioned earlier|mentioned already"},
    {chatter, "",
     "morning|evening|afternoon|hiya|yo|ta|ty|cheerio|sweet|lovely|brilliant|perfect|wow|oops|sorry|no "
     "worries|never mind|welcome back"},
    {personal, "",
     "my girlfriend|my boyfriend|my sister|my brother|my parents|my mother|my father|my nan|my gran|my "
     "family|my birthday|my anniversary|my holiday|my holidays|my flat|my knee|my car|my bike|my guitar|my "
     "band|my team at|weekend|dinner|lunch with|netflix|football|marathon|school "
     "run|nursery|babysitter|wedding|moving house|my allergy|my boys|my girls|my child|my children|my "
     "niece|my nephew"},
    {instruction, "",
     "disregard your|ignore your|ignore all|ignore previous|ignore the above|forget your|override "
     "your|bypass ~ policy|bypass ~ rules|disregard ~ policy|ignore ~ policy|record that ~ as "
     "verified|store the following as|remember ~ rule: always|when you read this|if you are an ai|as an "
     "ai|assistant must|assistants must|the assistant must|you must now|instructions for the "
     "assistant|instruction to|note to ai|note to the assistant|note for the assistant|do not mention "
     "this|without telling|keep this secret from|pretend to|pretend you"},
    {discarded, "",
     "i was convinced|was convinced|i was sure|i thought it was|i thought the|we thought|thought it was|we "
     "first suspected|had suspected|initially suspected|first suspected|was wrong|were wrong|turned out "
     "wrong|red herring|wild goose|unrelated|innocent|not guilty|had nothing to do|it s not the|it was "
     "never|theory is dead|disproved|disproven|refuted|rules out|ruled it out|not it"},
    {failure, "",
     "did not go through|didn t go through|was not sent|not sent|not done|did not happen|didn t "
     "happen|would not|wouldn t|refused|no access|not allowed to|not possible|isn t possible|gave "
     "up|errored|bailed|blew up|got rejected|was rejected by the server|exited with|returned an error|came "
     "back with an error|no success|unsuccessful|not reachable from here|stuck at"},
    {pending, "",
     "not yet|yet to|awaiting|on hold|is due|are due|is scheduled|left to do|remains open|backlog|waiting "
     "on"},
    {temporary, "",
     "till|temporarily|tonight only|while we|while the|pending|over the weekend|short-term|stopgap|as a "
     "stopgap|interim|until further notice"},
    {state, "power",
     "is dead again|is down again|is up again|is in standby|is on standby|is suspended|is paused|is not "
     "responding|not responding|doesn t respond|is responding|is back in service|is in "
     "service|is alive again|is shut down|are shut down|is off|are off|is switched off|is turned off|is "
     "cordoned|is drained|is parked|is unresponsive|is powered down"},
    {state, "health",
     "is fine|are fine|is clean|is ok|are ok|is unhealthy|is stuck|is hanging|is broken again|is "
     "overloaded|is saturated|is nearly full|is almost full|is at capacity|running hot|is flapping|is back "
     "to normal|back to normal|looks healthy|all green|in good shape|is up to date|is outdated|no longer "
     "times out|error-free|without errors|is failing again|is rebuilding|is resyncing|is backfilling|all "
     "replicas ready|replicas ready|all nodes ready|is leaking"},
    {state, "deployment",
     "is on sale|is in staging|in staging|is in beta|is in ga|is retired|is decommissioned|is gone|is "
     "no longer deployed|is no longer installed|is set up|is activated|is switched on|is active|are "
     "active|is scheduled on|is pinned|is pinned to|is shipped"},
    {state, "version",
     "are on version|now at version|still on version|still deployed|still on _|stays on "
     "version|is running version|runs _ now|pinned at"},
    {state, "location",
     "sits behind|is behind|resides in|resides on|runs in|run in|running in|is running on|is stored on|is "
     "stored in|moved in with|live in|live on|is homed on|hangs off"},
    {state, "contract",
     "is under contract|contract covers|contract includes|contract says|contract allows|contract "
     "requires|is a supplier|is a partner|is on annual|is on monthly|renews on|renews in|is churning|has "
     "renewed|is signed|runs until|runs out|term ends|under notice|is in arrears|is on the"},
    {state, "payment",
     "is unpaid|is outstanding|are overdue|is settled|still owes|paid in full|hasn t paid|has not paid"},
    {state, "",
     ""
     "allow|allows|include|includes|cover|covers|owns|lists|offers|charges|pays|prefers|wants|expects|manages|manage|"
     "handles|handle|works|hosts|stores|keeps|comes "
     "with|ships with|starts|ends|lasts|counts|means|provides|accepts|reports to|looks after|takes care "
     "of|is responsible for|responsible|answers for|is based in|is called|are called|is named|deals "
     "with|delivers|invoices|buys|sells|employs|consists of|is made of|relies on|backs up to|goes to|goes "
     "through|goes via|comes from|works for|works at|is limited to|is capped at|is allowed|is reachable "
     "at|resolves to|replicates to|no longer"},
    {mutation, "power",
     "put ~ into maintenance|put ~ in maintenance|put ~ into standby|took ~ offline|taken ~ "
     "offline|brought ~ online|brought ~ back|brought ~ up|took ~ down|taken ~ down|took ~ out of "
     "service|turned ~ off|turned ~ on|switched ~ off|switched ~ on|shut ~ down|powered ~ off|powered ~ "
     "on|power cycled|power-cycled|put ~ back into service|took ~ out of maintenance|taken ~ out of "
     "maintenance|put ~ back online"},
    {mutation, "deployment",
     "rolled ~ out|rolled ~ back|set ~ live|put ~ live|stood up|set ~ up|pushed ~ out|put ~ into "
     "production|went into production|into production"},
    {mutation, "existence",
     "got rid of|thrown out|threw out|threw away|got a new|got new|set up a new|tore ~ down|took over from"},
    {mutation, "location", "put ~ on its own|put ~ behind|pulled ~ off|is off the"},
    {mutation, "membership",
     "started with us|starts with us|left the company|has left us|left us|came on board|on board "
     "since|took over as|handed in his notice|handed in her notice|handed in their notice|gave notice"},
    {mutation, "contract",
     "signed up|signed on|pulled out|pulled the plug|walked away|gave us notice|closed the deal|the deal "
     "is done|deal is done|went through|put pen to paper|opted out"},
    {mutation, "payment",
     "has been paid|was paid|payment came in|transfer came in|money is in|money came in|payment arrived|payment came"},
    {occurrence, "",
     "went dark|went offline|went up in|blew up|blew|gave up the ghost|fell off|fell behind|was hit|were "
     "hit|got hit|had to be|got stuck|was unreachable|were unreachable|was down|were down|was out|there "
     "was an outage|there was a|outage|had a visit|was unavailable|came back|picked up again|recovered by "
     "itself|ground to a halt"},
    {decision, "", "the matter is|matter is closed|case closed|subject is closed|topic is closed|no going back"},
    {recall, "",
     "any record|any memory|anything on record|anything stored|is there a record|record of which|record of what"},
    {question, "", "can i|could i|may i|like can|like how|like what"},
});

}  // namespace

std::span<const PhraseRow> english_phrases() { return phrases; }

}  // namespace wm::policies::activity
