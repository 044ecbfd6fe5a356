# Makes a dialogue set in LoCoMo's public format from hand-written episodes.
import json,random,datetime
# episode: (tag, [(speaker, text)...], [(question, [turn indexes], category)])   A,B = speakers; {A},{B} names
EP=[
("kiln",["A:I finally signed up for a pottery class downtown, it starts next Tuesday.","B:That's so cool! What made you pick that?","A:I wanted something away from screens. My hands in clay, no phone.","B:Bring me a mug when you're good at it."],[("What hobby did {A} take up to get away from screens?",[0,2],1),("When does {A}'s pottery class begin?",[0],2)]),
("mug",["A:Look, my first bowl came out of the kiln without a crack!","B:The glaze is gorgeous. Is that turquoise?","A:Turquoise with a bit of copper. The teacher was surprised.","B:You have a talent."],[("What colour was the glaze on the bowl {A} made?",[1,2],4)]),
("adopt",["A:We went to the shelter on Saturday and came home with a greyhound.","B:No way! What's the name?","A:Biscuit. Retired racer, four years old, afraid of stairs.","B:Poor thing. Give him time."],[("What pet did {A} adopt?",[0],1),("What is {A}'s dog afraid of?",[2],4),("What is the name of {A}'s dog?",[2],1)]),
("vet",["B:How's the dog doing?","A:Had to take him to the vet, he swallowed a sock.","B:Oh no, did they operate?","A:Luckily it came out on its own, but the bill was 300 dollars."],[("What did {A}'s pet swallow?",[1],4),("How much did {A} pay at the veterinarian?",[3],4)]),
("move",["B:Big news: I accepted the offer in Lisbon.","A:Wow, you're really leaving Denver?","B:End of the month. The company pays for the movers.","A:I will miss our Sunday walks."],[("Which city did {B} move to?",[0],1),("Where did {B} live before relocating?",[1],1),("Who covered the cost of {B}'s relocation?",[2],4)]),
("flat",["B:The flat is tiny but it has a balcony over the river.","A:Can you see the bridge?","B:Yes, the red one. I have breakfast out there every morning.","A:Jealous!"],[("What can {B} see from the apartment?",[0,2],4),("Where does {B} eat breakfast?",[2],4)]),
("marathon",["A:I ran the half marathon in Boulder in 1 hour 52.","B:Congratulations! Was it hilly?","A:The last three kilometres were brutal, but I kept going.","B:Time to train for the full one."],[("How fast did {A} finish the half marathon?",[0],4),("Which race did {A} run?",[0],1)]),
("injury",["A:My knee has been killing me since the long run.","B:Did you see someone about it?","A:The physio says runner's knee, no jogging for six weeks.","B:Swim instead, it's easy on the joints.","A:Good idea, I'll try the pool on Monday."],[("Why did {A} stop running for a while?",[0,2],3),("What exercise did {B} recommend while {A} was hurt?",[3],4)]),
("book",["B:I'm reading a novel about lighthouse keepers in Norway.","A:Sounds lonely.","B:It's about two sisters who don't speak for ten years.","A:Lend it to me after."],[("What is the novel {B} was reading about?",[0,2],4)]),
("bookclub",["A:We started a book club at the library, eight of us.","B:What's the first pick?","A:Beloved by Toni Morrison. I hosted and made lemon cake.","B:Save me a slice."],[("What did {A} bake for the book club?",[2],4),("Which author did {A}'s reading group read first?",[2],1),("How many people are in {A}'s book club?",[0],4)]),
("promotion",["B:They made me team lead today!","A:You deserve it. More money too?","B:Ten percent and a parking spot, haha.","A:Drinks are on you then."],[("What promotion did {B} get?",[0],1),("What perk came with {B}'s new role besides the raise?",[2],4)]),
("layoff",["A:Our whole department was laid off this morning.","B:I'm so sorry. What will you do?","A:Take the severance and think about opening a bakery.","B:Your croissants would sell out in an hour."],[("Why did {A} lose the job?",[0],1),("What business is {A} considering?",[2],1)]),
("bakery",["A:I signed the lease for the shop on Maple Street!","B:It's happening! When do you open?","A:First weekend of spring if the oven arrives in time.","B:I'll be first in line."],[("On which street is {A}'s bakery?",[0],4),("What does the opening of {A}'s shop depend on?",[2],3)]),
("oven",["B:Did the oven come?","A:It came, but it didn't fit through the door. We had to take out a window.","B:That is hilarious.","A:Now it is. Yesterday I cried."],[("What had to be removed to get the oven inside?",[1],4)]),
("mother",["B:My mum had her hip operation.","A:How is she?","B:Already complaining about the hospital food, so she's fine.","A:Send her my love."],[("What surgery did {B}'s mother have?",[0],1),("How is {B}'s mum recovering?",[2],3)]),
("brother",["A:My brother Tom is getting married in Scotland.","B:A kilt wedding?","A:Of course. I'm the best man's assistant, whatever that means.","B:It means you carry the whisky."],[("Where is {A}'s sibling getting married?",[0],1),("What is {A}'s brother called?",[0],4)]),
("wedding",["A:The ceremony was in an old castle and it rained all day.","B:Rain is luck.","A:Then they will be very lucky. The piper slipped in the mud.","B:Please tell me there's a video."],[("What was the weather like at the wedding {A} attended?",[0],4),("What happened to the piper?",[2],4)]),
("guitar",["B:I bought a second-hand guitar, a 1987 Yamaha.","A:Do you play?","B:Three chords. Enough for every campfire song.","A:Ha, true."],[("What instrument did {B} buy?",[0],1),("How many chords does {B} know?",[2],4)]),
("band",["B:Some colleagues and I started a band, we rehearse on Thursdays.","A:What's it called?","B:The Lunch Breaks. We have a gig in a pizzeria.","A:I'm coming!"],[("What is the name of {B}'s band?",[2],1),("Where will {B}'s group perform?",[2],4),("Which day does {B}'s band practise?",[0],4)]),
("camping",["A:We camped by the lake for three nights with the kids.","B:Mosquitoes?","A:A million. But we saw a moose at sunrise.","B:Worth it."],[("What animal did {A} see while camping?",[2],4),("How long was {A}'s camping trip?",[0],4)]),
("hike",["A:Hiked up to the glacier with my daughter.","B:How old is she now?","A:Nine, and faster than me. She found a fossil!","B:A young scientist."],[("What did {A}'s daughter find?",[2],4),("Who went hiking with {A}?",[0],1),("How old is {A}'s child?",[2],4)]),
("paint",["B:I painted a sunset with watercolours, first time since school.","A:Show me!","B:It looks more like a fried egg.","A:Modern art."],[("What did {B} paint?",[0],1),("What did {B} say the painting resembled?",[2],4)]),
("museum",["B:Went to the tile museum with my neighbour Inês.","A:Tiles?","B:Blue ones, centuries old. I took a hundred photos.","A:Make postcards of them."],[("Which museum did {B} visit?",[0],1),("Who did {B} go to the museum with?",[0],4)]),
("language",["B:My Portuguese teacher says my accent is charming, which means terrible.","A:How long have you been learning?","B:Two hours a week since I arrived.","A:Keep it up."],[("What language is {B} studying?",[0],1),("How often does {B} have lessons?",[2],4)]),
("vegan",["A:Haven't eaten meat for a month now.","B:What changed?","A:A documentary about chicken farms. I couldn't after that.","B:I respect that. Do you miss bacon?","A:Every single morning."],[("Why did {A} become vegetarian?",[2],3),("What food does {A} miss?",[3,4],4)]),
("garden",["A:The tomatoes are ripe, I have more than I can eat.","B:Make sauce!","A:Already froze twelve jars. The zucchini are next.","B:Zucchini bread."],[("What vegetables does {A} grow?",[0,2],1),("How many jars of sauce did {A} freeze?",[2],4)]),
("bees",["A:Guess who has two beehives now.","B:Aren't you scared?","A:I got stung twice, but the honey is worth it.","B:Put my name on a jar."],[("What insects does {A} keep?",[0],1),("How often has {A} been stung?",[2],4)]),
("car",["B:Sold my car, I don't need one here.","A:How do you get around?","B:Tram and an old bicycle I named Rosie.","A:Of course you named it."],[("How does {B} get to places without a car?",[2],1),("What is {B}'s bicycle called?",[2],4)]),
("stolen",["B:Somebody stole my bike last night.","A:Not Rosie!","B:They cut the lock in front of the supermarket.","A:Report it, sometimes they find them."],[("What was stolen from {B}?",[0],1),("Where was it when the thief cut the lock?",[2],4)]),
("therapy",["A:I started seeing a therapist about the anxiety.","B:I'm proud of you. Does it help?","A:The breathing exercises do. I sleep better.","B:That's huge."],[("Why does {A} see a therapist?",[0],1),("What helps {A} to sleep?",[2],3)]),
("volunteer",["A:On Wednesdays I serve dinner at the homeless shelter now.","B:What got you into that?","A:My grandmother used to do it. It feels right.","B:She would be proud."],[("Where does {A} volunteer?",[0],1),("Who inspired {A} to volunteer?",[2],3)]),
("course",["B:I enrolled in an evening course on machine learning.","A:For work?","B:For me. The final project is a bird song recogniser.","A:That's adorable."],[("What course is {B} taking?",[0],1),("What is {B}'s final project?",[2],4)]),
("exam",["B:I passed the exam with the second best grade!","A:Brilliant! And the birds?","B:It recognises a nightingale nine times out of ten.","A:Put it on my phone."],[("How did {B} do in the exam?",[0],4),("How accurate is the recogniser with nightingales?",[2],4)]),
("cooking",["B:I cooked feijoada for the neighbours.","A:And they survived?","B:They asked for the recipe! I used my landlord's clay pot.","A:Chef!"],[("What dish did {B} prepare for the neighbours?",[0],1),("Whose pot did {B} use?",[2],4)]),
("concert",["A:Saw Norah Jones live in the park.","B:I love her voice. How was it?","A:Magical, she played Sunrise as an encore. I got the tour shirt.","B:Envy."],[("Which musician did {A} see?",[0],1),("What was the encore at the concert?",[2],4),("What souvenir did {A} buy at the concert?",[2],3)]),
("film",["B:Finally watched Spirited Away.","A:And?","B:I cried at the train scene, twice.","A:Everybody does."],[("Which movie did {B} watch?",[0],1),("Which scene made {B} cry?",[2],4)]),
("phone",["A:Dropped my phone into the lake, everything gone.","B:Backups?","A:Who makes backups. All photos of the summer lost.","B:I have a few of them, I'll send you mine."],[("How did {A} lose the photos?",[0,2],3),("What did {B} offer after the phone accident?",[3],4)]),
("allergy",["B:Turns out I'm allergic to shellfish.","A:How did you find out?","B:Ambulance at a birthday dinner. Very glamorous.","A:Carry those pens from now on!"],[("What is {B} allergic to?",[0],1),("How did {B} discover the allergy?",[2],3)]),
("house",["A:We are buying the house with the apple trees!","B:The yellow one?","A:Yes. Needs a new roof, but the price was fair.","B:Housewarming soon?"],[("What needs to be replaced on {A}'s new home?",[2],4),("What colour is the house {A} is buying?",[1,2],4),("What kind of trees does {A}'s new place have?",[0],4)]),
("roof",["A:The roofers found a family of owls in the attic.","B:So what happens now?","A:Work stops until the chicks can fly.","B:Best tenants ever."],[("Why was the work on the roof interrupted?",[0,2],3)]),
("charity",["B:I cut my hair and donated it for wigs.","A:All of it?","B:Thirty centimetres. My head feels cold.","A:It suits you!"],[("What did {B} donate?",[0],1),("How much hair did {B} cut off?",[2],4)]),
("sail",["B:Took my first sailing lesson on the Tagus.","A:Did you fall in?","B:Twice. The instructor, Rui, laughed the whole time.","A:Sounds like fun."],[("Who taught {B} to sail?",[2],4),("What water sport did {B} try?",[0],1)]),
("regatta",["B:We came third in the amateur regatta!","A:From falling in to a medal!","B:The wind was perfect and Rui shouted at everyone.","A:Frame it."],[("What place did {B}'s boat take?",[0],4)]),
("nephew",["A:I'm an aunt! Tom's baby was born yesterday.","B:Congratulations! Name?","A:Oliver, 3.4 kilos and very loud.","B:Welcome Oliver."],[("What is the name of {A}'s nephew?",[2],1),("How heavy was the newborn?",[2],4)]),
("piano",["A:My daughter quit the piano and wants drums.","B:Good luck to your neighbours.","A:I bought an electronic kit with headphones.","B:Wise."],[("What instrument does {A}'s daughter want to learn?",[0],1),("How did {A} avoid noise from the drum kit?",[2],3)]),
("sourdough",["B:Tried your sourdough recipe, it didn't rise.","A:Is the starter bubbly?","B:It smells like nail polish.","A:Feed it twice a day and keep it warm, near the boiler."],[("What was wrong with {B}'s bread?",[0],4),("What advice did {A} give about the starter?",[3],4)]),
("fair",["A:The bakery won second prize at the county fair for the rye loaf.","B:Only second?","A:First went to a man with a pumpkin pie. I tasted it. Fair enough.","B:Gracious in defeat."],[("Which bread won a prize?",[0],4),("What beat {A}'s entry at the county fair?",[2],4)]),
("employee",["A:I hired my first employee, a student called Priya.","B:Do you like being a boss?","A:She is better with customers than I am.","B:That's why you hire."],[("Who works for {A}?",[0],1),("What is Priya good at?",[2],3)]),
("storm",["B:A storm knocked out the power for two days.","A:What did you do?","B:Candles, cards and warm beer with the whole staircase.","A:Sounds romantic."],[("How long was {B} without electricity?",[0],4),("How did {B} spend the blackout?",[2],3)]),
("date",["B:I met someone. Her name is Clara, she restores violins.","A:Tell me everything!","B:We talked until the café closed and then on a bench.","A:You're glowing through the phone."],[("What is the profession of the woman {B} met?",[0],1),("Where did {B} and Clara talk after the café closed?",[2],4)]),
("engaged",["B:I asked Clara and she said yes!","A:I'm crying! Where?","B:On the ferry, the ring nearly went overboard.","A:Typical you."],[("Where did {B} propose?",[2],1),("What almost happened to the ring?",[2],4)]),
("school",["A:I'm going back to school: food science, part time.","B:While running the shop?","A:Priya takes the mornings. It's two evenings a week.","B:You never stop."],[("What does {A} study?",[0],1),("Who covers for {A} in the mornings?",[2],4)]),
("podcast",["B:I've been listening to a podcast about shipwrecks.","A:Of course, sailor.","B:There is an episode about the Vasa, it sank after twenty minutes.","A:Less than your bread."],[("What is the podcast {B} listens to about?",[0],1),("Which ship sank after twenty minutes?",[2],4)]),
("photo",["A:Here's a picture of the new shop window.","B:Who painted the sign?","A:A friend from the book club, she wouldn't take money.","B:Pay her in cake."],[("Who made the sign of {A}'s shop?",[2],4)]),
("chess",["B:I lost at chess against an eleven year old.","A:Ouch. Where?","B:In the park, in front of a crowd. He offered me a draw out of pity.","A:Take it next time."],[("Who beat {B} at chess?",[0],1),("Why did {B} feel embarrassed in the park?",[0,2],3)]),
("yoga",["A:Yoga at six in the morning, who am I?","B:A person with a bad back?","A:Exactly. The doctor gave me a choice: yoga or pills.","B:Namaste."],[("Why did {A} begin yoga?",[2],3),("What time is {A}'s yoga class?",[0],4)]),
("fire",["A:There was a small fire in the kitchen, nobody is hurt.","B:What happened?","A:A towel on the stove. The smoke alarm saved us.","B:Thank goodness."],[("What caused the fire at {A}'s?",[2],4),("What warned {A} of the fire?",[2],3)]),
("trip",["A:Booked the tickets: we visit you in October!","B:Finally! How long?","A:Ten days, all four of us. The kids want to see the tram.","B:I'll be the guide."],[("When does {A} plan to visit {B}?",[0],2),("How many days will {A} stay?",[2],4),("What do {A}'s kids look forward to?",[2],4)]),
("visit",["B:The house is so quiet since you left.","A:The kids still talk about the custard tarts.","B:Your son ate eleven.","A:He's sick of everything but custard tarts."],[("What pastry did {A}'s children love in Lisbon?",[1],1),("How many tarts did {A}'s son eat?",[2],4)]),
("tattoo",["B:I got a tattoo of a swallow on my wrist.","A:Did it hurt?","B:Less than taxes. It stands for coming home.","A:Beautiful meaning."],[("What is {B}'s tattoo?",[0],1),("What does {B}'s swallow symbolise?",[2],3)]),
("award",["B:Our bird app won an award from the nature society.","A:Unbelievable! Is there prize money?","B:Two thousand euros, we gave it to the owl station.","A:You big softie."],[("What did {B} do with the prize money?",[2],4),("Who gave {B}'s app an award?",[0],1)]),
]
CHAT=["Hey {B}, long time no see! How have you been?","Good to hear from you, {A}!","Work has been crazy lately, but I can't complain.","Same here, the weeks are flying by.","That sounds wonderful, I'm really happy for you.","Thanks {B}, it means a lot.","What else is new with you?","Not much, just the usual, trying to rest.","We should do this more often.","Absolutely. Take care and talk soon!","Wow, that's impressive. Keep it up!","Haha, you always make me laugh.","The weather here has been awful all week.","Did you do anything fun at the weekend?","Just relaxed with the family, nothing special.","I'm so proud of how far you've come.","Sometimes you need to take time for yourself.","It was amazing, you would have loved it.","I've been thinking about what you said last time.","It's great to have a friend like you.","How are the kids doing?","They are growing up so fast.","I took the day off and slept until ten.","Let me know how it goes!","That must have been hard for you.","It was, but we got through it together.","I can't wait to see it.","By the way, I baked cookies yesterday.","Have you heard any good music lately?","I tried a new coffee place, it was fine.","My dog says hi too.","I went for a run and saw the sunrise.","We painted the fence at the weekend.","I'm reading something for work, quite dry.","The garden needs water badly.","We had a nice dinner with friends.","I hope the trip goes well.","I would love to learn an instrument one day.","My back hurts from all that sitting.","Did you watch the game?"]
NAMES=[("Maya","Jonas"),("Helen","Victor"),("Rosa","Daniel"),("Emma","Karim"),("Nadia","Leo"),("Joan","Peter")]
random.seed(20261201)
convs=[]
order=EP[:]
random.shuffle(order)
# each conversation gets its own episodes first, then some others as distractors with roles swapped
per=len(EP)//6
def ren(t,a,b): return t.replace("{A}",a).replace("{B}",b)
for c,(a,b) in enumerate(NAMES):
    own=[(e,False) for e in (order[:len(order)//2] if c%2==0 else order[len(order)//2:])]; random.shuffle(own)
    own=[(e,random.random()<.5) for e,_ in own]
    sessions=[[] for _ in range(22)]
    for i,e in enumerate(own): sessions[i%22].append(e)
    conv={"speaker_a":a,"speaker_b":b}; qa=[]
    day=datetime.datetime(2023,1,8,9,0)+datetime.timedelta(days=random.randint(0,20))
    for s,eps in enumerate(sessions,1):
        day+=datetime.timedelta(days=random.randint(6,17),hours=random.randint(-3,3),minutes=random.randint(0,59))
        h=day.hour%12 or 12
        conv[f"session_{s}_date_time"]=f"{h}:{day.minute:02d} {'am' if day.hour<12 else 'pm'} on {day.day} {day.strftime('%B')}, {day.year}"
        turns=[]; who=random.random()<.5
        def say(name,text,**k):
            turns.append({"speaker":name,"dia_id":f"D{s}:{len(turns)+1}","text":text,**k})
        def chatter(n):
            global_pick=random.sample(CHAT,n)
            for i,t in enumerate(global_pick):
                x,y=(a,b) if (i+who)%2 else (b,a)
                say(x,t.replace("{A}",y).replace("{B}",y))
        chatter(random.randint(2,4))
        for (tag,lines,qs),swap in eps:
            A,B=(b,a) if swap else (a,b)
            start=len(turns)
            for i,l in enumerate(lines):
                sp,t=l.split(":",1)
                extra={}
                if random.random()<.08: extra={"img_url":["x"],"blip_caption":"a photo of a "+tag,"query":tag+" photo"}
                say(A if sp=="A" else B,ren(t,A,B),**extra)
            for q,ev,cat in qs:
                ids=[f"D{s}:{start+i+1}" for i in ev]
                q=ren(q,A,B)
                r=random.random()
                if cat in(1,4) and r<.12: q=q.rstrip("?")+f" in {day.strftime('%B')} {day.year}?"
                qa.append({"question":q,"answer":ren(lines[ev[-1]].split(":",1)[1],A,B)[:60],"evidence":ids,"category":cat})
            chatter(random.randint(1,3))
        chatter(random.randint(1,3))
        conv[f"session_{s}"]=turns
    random.shuffle(qa); qa=qa[:60]
    # oddities of such files
    qa[0]["evidence"]=["; ".join(qa[0]["evidence"]+["D1:1"])]
    qa[1]["evidence"]=[e.replace(":",":0") for e in qa[1]["evidence"]]
    qa.append({"question":f"What did {a} say about quantum gravity?","adversarial_answer":"nothing","evidence":["D99:1"],"category":5})
    qa.append({"question":f"What is {b}'s favourite number?","answer":"unknown","evidence":[],"category":3})
    qa.append({"question":f"How did {b} feel about it?","adversarial_answer":"happy","evidence":["D","D3:2"],"category":5})
    convs.append({"sample_id":f"made-{c+1}","conversation":conv,"qa":qa})
json.dump(convs,open(__file__.replace("make_dialogues.py","dialogues.json"),"w"),ensure_ascii=False,indent=None,separators=(",",":"))
print(sum(len(v) for c in convs for k,v in c["conversation"].items() if isinstance(v,list)),sum(len(c["qa"]) for c in convs))
