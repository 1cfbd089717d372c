/**
 * Most common choices, without digits and signs added for length: the stems of the passwords at the
 * top of public lists of leaked ones.
 */
export const knownWords = new Set(
  `abc abcd abcdef access action adam adidas admin administrator aeiou alex alexander alexandra alexis
  amanda amber america andrea andrew angel angela angels anthony apple apples april arsenal asdf asdfgh
  ashley asshole august austin autumn baby babygirl bailey banana bandit barcelona barney baseball
  basketball batman beach bear beautiful benjamin bigdaddy bigdog biteme blahblah blink blue boomer
  booboo boston brandon brandy brian brooklyn bubbles buddy bulldog buster butterfly butthead caesar
  camaro cameron canada captain carlos carolina cassie chang change changeit changeme changemenow
  charles charlie cheese chelsea chester chicago chicken chocolate chris christian christopher claire
  coffee company computer cookie cool cooper corona corvette cowboy crystal daddy dakota dallas daniel
  danielle dave david december default demo destiny diablo diamond dolphin donald donkey dragon eagle
  eagles edward elizabeth eminem emily enter everton extreme facebook falcon family february fender
  ferrari fiesta fire fish fishing flower flowers football forever freedom friday friend friends fuckoff
  fuckyou gabriel gandalf garfield gateway george giants ginger god golden golf google gracie guest guitar
  hallo hammer hannah happy harley heaven heather hello helloworld hockey hollywood horny hunter iceman
  iloveu iloveyou iloveyousomuch india internet jackson jaguar james january jasmine jason jennifer
  jessica jesus johnny jonathan jordan joseph joshua july june junior justice justin karate katie killer
  king kitty knight lakers lauren legend letmein letmeinnow liberty linkedin lisa little liverpool login
  london love lovely loveme loveyou lover lucky madison maggie manager manchester march marina mark
  martin marvin master matrix matthew maverick maximus mercedes merlin michael michelle mickey midnight
  miller mohammed monday money monkey monster morgan mother motorola mountain mustang myspace
  mypassword mysecret naruto natasha nathan newpassword newyork nicholas nicole ninja nirvana nissan
  november october office oliver orange pass passion passphrase passw password passwort patrick peace
  peaches peanut pepper pharmacy phoenix player please pokemon police porsche prince princess
  private public purple qazwsx qwer qwert qwerty qwertyuiop rabbit rachel raiders rainbow ranger rangers
  raymond rebecca redsox richard robert rockstar rockyou ronaldo root rose runner russia samantha
  samsung samuel saturday scooby scooter secret secure security september server service shadow shelby
  shopping silver simple single skippy slipknot smokey snoopy soccer softball sophie spider spiderman
  spring squirrel starwars startrek stephanie steven strawberry student summer sunday sunflower sunshine
  superman superstar support sweetheart sydney system taylor teacher teddy temp temporary tennis teresa
  test tester testing testtest thomas thunder thursday tiffany tiger tigers tigger tomcat toor toyota
  travis trinity trouble trustno trustnoone tuesday turtle twitter unicorn user vanessa victor victoria
  viking vincent warrior webmaster wednesday weekend welcome welcomehome whatever william willow windows
  winner winter wizard wolf wolverine xavier yamaha yankees yellow yourpassword zaq zxcvbn zxcvbnm
  correcthorsebatterystaple whatever thequickbrownfox letmeinplease openthedoor opensesame
  thisismypassword mypasswordis iamthebest iwillsurvive nopassword idontknow donttellanyone`
    .trim()
    .split(/\s+/),
)

/** Walks along keyboard, alphabet and digits; matched in both directions and cyclically. */
export const knownWalks = [
  '1234567890',
  '0123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  'a1b2c3d4e5f6g7h8i9j0',
]
