/**
 * Frequent words in lists of leaked passwords, in English and Dutch, without digits, signs and look-alikes. Sequences
 * such as `abcdefg` are left to the strength score. One space or line end between two.
 */
export const commonWords: string = `password passwort wachtwoord paswoord passe motdepasse pass passw passwd passcode secret geheim geheimpje
welcome welkom bienvenue hello hallo hoihoi goedendag bonjour letmein openup sesame opensesame login logon
signin access toegang enter changeme change verander newpass newpassword mypassword mypass password my
default standard temp temporary tijdelijk test testing tester tester testtest demo sample example voorbeeld
guest gast user gebruiker username root system systeem server master manager beheer beheerder superuser
super superman batman spiderman ironman wonderwoman starwars startrek pokemon pikachu naruto matrix avatar
harrypotter gandalf frodo merlin phoenix dragon draak monster zombie vampire ninja samurai pirate killer
hunter ranger warrior legend hero champion winner soldier shadow ghost phantom devil angel heaven hell
princess prinses prince queen koningin king koning royal diamond crystal golden silver platinum
spring summer autumn fall winter lente zomer herfst winters season seizoen
january february march april may june july august september october november december
januari februari maart mei juni juli augustus oktober
monday tuesday wednesday thursday friday saturday sunday weekend holiday vacation vakantie
maandag dinsdag woensdag donderdag vrijdag zaterdag zondag feestdag
football voetbal soccer baseball basketball hockey tennis rugby cycling wielrennen running hardlopen
fitness training trainer workout gym sporten sport coach coaching crossfit marathon yoga boxing boksen
ajax feyenoord psv anderlecht clubbrugge brugge genk gent standard antwerp arsenal chelsea liverpool
manchester united barcelona realmadrid juventus bayern milan ronaldo messi maradona jordan lakers cowboys
steelers yankees rangers eagles packers redsox patriots
belgium belgie belgique brussels brussel bruxelles antwerpen leuven vlaanderen flanders nederland holland
amsterdam rotterdam utrecht london londen paris parijs berlin berlijn madrid newyork chicago dallas boston
texas california florida america canada australia england france germany europe europa africa
iloveyou ilove loveyou lovely love lover loveme liefde liefje schatje schat ikhouvanjou ikhouvanjou kusje
darling honey sweetie sweetheart sweety babe baby babygirl babyboy lovers forever always freedom vrijheid
family familie mother father mommy daddy mama papa moeder vader sister brother broer zus friend friends
vriend vrienden girlfriend boyfriend
michael michelle jennifer jessica ashley amanda daniel matthew joshua andrew robert thomas charlie william
richard george anthony jonathan nicholas patrick jordan taylor hannah samantha nicole melissa stephanie
elizabeth alexander alexandra christian christine victoria sophie sophia olivia emma charlotte isabella
thomas maarten pieter willem johannes marieke katrien liesbeth annelies kimberly kevin dennis jeroen
sander stijn bart koen tom tim jan piet luc marc patricia veronique nathalie laura sarah lotte lies
maggie ginger pepper cookie cookies buster tigger tiger tijger lion leeuw panther eagle falcon wolf bear
monkey aapje chicken kip kitten kitty poesje hellokitty puppy doggie hondje bulldog paard horse dolphin
dolfijn butterfly vlinder flower bloem bloemen sunflower zonnebloem rainbow regenboog sunshine zonneschijn
moonlight starlight summertime thunder bliksem lightning storm hurricane ocean beach strand island mountain
chocolate chocola banana banaan orange sinaasappel apple appel cherry kers strawberry aardbei pineapple
cheese kaas coffee koffie pizza burger frietjes frieten beer bier whiskey vodka wine wijn
computer internet google facebook instagram twitter linkedin whatsapp youtube netflix spotify microsoft
windows office outlook hotmail gmail apple iphone android samsung nokia sony playstation xbox nintendo
minecraft fortnite roblox callofduty counterstrike leagueoflegends
porsche ferrari mercedes bmw audi volkswagen toyota honda corvette mustang camaro harley yamaha kawasaki
company bedrijf business zakelijk work werk school student university college
trustno trustnoone whatever nothing niets iets something anything blabla blablabla yolo lol
qwer qwert qwertyuiop asdf asdfgh asdfghjkl zxcv zxcvbn zxcvbnm azerty azertyuiop qazwsx qazwsxedc
money geld dollar euro lottery lucky geluk jackpot casino poker
music muziek guitar gitaar piano metallica nirvana eminem slipknot beatles rocknroll
blue blauw red rood green groen yellow geel black zwart white wit purple paars pink roze
hottie sexy fuckyou fuckoff fuck bitch asshole shit kut klootzak godverdomme
jesus christ jezus god church bible blessed faith hope hoop peace vrede
one two three onetwothree eentweedrie abc abcabc
aa abcd zaq zaqwsx zaqxsw qwe qaz asd wsx zxc qweasd qweasdzxc asdzxc poiuy lkjh mnbv
india delhi mumbai krishna bismillah allah inshallah ganesh sairam pakistan indonesia brasil mexico espana
italia polska turkiye russia china japan korea
charles brandon justin joseph david james john steven edward brian ronald timothy jason jeffrey ryan jacob gary
eric stephen larry scott benjamin samuel frank gregory raymond patrick jack henry peter paul adam kyle zachary
nathan ethan noah liam mason logan lucas oliver george harry leo arthur louis jules gabriel adrian sebastian
mary linda barbara susan margaret lisa nancy betty helen sandra donna carol ruth sharon laura kelly megan rachel
rebecca emily madison abigail chloe ella grace amelia mia ava lily zoe alice julie marie louise camille manon
louis mohamed mohammed ahmed fatima ali hassan ibrahim yusuf omar aisha
jan peter kees dirk wouter bram daan sem milan levi finn lars thijs bas niels joost rik wim luc jef jos ria an els
hilde greet ann ilse inge karin martine christel sabine kristof steven wim filip geert johan yves
gezond gezondheid health healthy voeding nutrition afvallen dieet diet weightloss power strong sterk
kracht energie energy motivation motivatie success succes discipline`;
