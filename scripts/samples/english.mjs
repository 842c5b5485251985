import { expand, pick, shuffled } from './grammar.mjs';

/** Who a story can be about: a name, what it is, and the words for it. */
const heroes = [
  ['Mina', 'fox', 'she', 'her'],
  ['Tobi', 'badger', 'he', 'his'],
  ['Lulu', 'duck', 'she', 'her'],
  ['Oskar', 'owl', 'he', 'his'],
  ['Pip', 'mouse', 'he', 'his'],
  ['Nora', 'otter', 'she', 'her'],
  ['Bruno', 'bear', 'he', 'his'],
  ['Tilda', 'hedgehog', 'she', 'her'],
  ['Felix', 'hare', 'he', 'his'],
  ['Greta', 'goose', 'she', 'her'],
  ['Jonas', 'frog', 'he', 'his'],
  ['Wanda', 'mole', 'she', 'her'],
  ['Rufus', 'squirrel', 'he', 'his'],
  ['Ida', 'snail', 'she', 'her'],
  ['Hugo', 'crow', 'he', 'his'],
  ['Stella', 'cat', 'she', 'her'],
];

/** A wish, what stood in its way, and how it ended: parts that belong together. */
const plots = [
  {
    wish: ['to bake a {taste} cake for {friend}', 'to make a pie with {fruit} for {friend}'],
    trouble: [
      'But the jar of flour was empty.',
      'But there was no {fruit} left in the pantry.',
      'But the oven was as cold as a stone.',
    ],
    help: [
      '{friend} brought a basket of {fruit} and a little bag of flour.',
      '{friend} knew where to find dry wood, and soon the fire was warm.',
    ],
    end: [
      'The whole house smelled of {fruit}, and they ate until the plate was clean.',
      'They cut the cake into {number} pieces, one for everybody who lived near {place}.',
    ],
  },
  {
    wish: ['to cross the {water} and see what was on the other side', 'to reach the little island'],
    trouble: [
      'But the water was deep, and {hero} could not swim that far.',
      'But the bridge had fallen down in the storm.',
      'But the only boat had a hole as big as an apple.',
    ],
    help: [
      '{friend} found an old door, and together they made it into a raft.',
      '{friend} tied two logs together with a long rope.',
      '{friend} closed the hole with wax and moss.',
    ],
    end: [
      'On the other side they found {number} smooth stones and a field full of {fruit}.',
      'They waved to everyone on the shore, and the sun went down behind them.',
    ],
  },
  {
    wish: [
      'to find the {colour} {thing} that was lost near {place}',
      'to bring home the lost {thing}',
    ],
    trouble: [
      '{Hero} looked under the {furniture}, but it was not there.',
      '{Hero} looked behind {number} trees and found only leaves.',
      'But night came early, and it was too dark to see.',
    ],
    help: [
      '{friend} held up a lantern, and something {colour} shone in the grass.',
      '{friend} remembered a hollow tree where crows hide their treasures.',
    ],
    end: [
      'There was the {thing}, a little wet but whole.',
      'The {thing} was hanging on a branch, right above their heads.',
    ],
  },
  {
    wish: ['to learn to play the {instrument}', 'to sing at the {season} feast'],
    trouble: [
      'But every note came out like the creak of a gate.',
      'But {hero} was much too shy to let anyone hear.',
      'But one string was broken, and then another.',
    ],
    help: [
      '{friend} listened every evening and clapped after each song.',
      '{friend} tapped the beat on an old pot: one, two, three, four.',
    ],
    end: [
      'At the feast everybody danced, and nobody heard the {number} wrong notes.',
      'In the end {hero} played so softly that even the wind was quiet.',
    ],
  },
  {
    wish: ['to build a house out of {material}', 'to mend the roof before the {season} rain'],
    trouble: [
      'But the wind blew the first wall down.',
      'But the ladder was too short by half.',
      'But {number} boards were missing.',
    ],
    help: [
      '{friend} held the boards while {hero} hammered the nails.',
      '{friend} carried {material} up the hill all morning.',
    ],
    end: [
      'When the rain came, they sat inside and listened to it, warm and dry.',
      'The new house had a round window, and from it one could see {place}.',
    ],
  },
  {
    wish: [
      'to see the first snow from the top of the hill',
      'to count all the stars above {place}',
    ],
    trouble: [
      'But the clouds were thick and did not move.',
      'But {hero} fell asleep after the first {number}.',
      'But the path was long, and {hero} was small.',
    ],
    help: [
      '{friend} brought a blanket and a pot of hot tea.',
      '{friend} told stories so that nobody would fall asleep.',
    ],
    end: [
      'At last the sky opened, and they said nothing for a long time.',
      'They counted to {number}, and then they laughed and began again.',
    ],
  },
];

const grammar = {
  taste: ['sweet', 'honey', 'lemon', 'ginger', 'nut'],
  fruit: ['apples', 'plums', 'cherries', 'pears', 'blackberries', 'strawberries'],
  number: ['three', 'four', 'five', 'six', 'seven', 'nine', 'ten', 'twelve'],
  water: ['river', 'lake', 'wide stream', 'pond'],
  colour: ['red', 'blue', 'green', 'yellow', 'silver', 'white'],
  thing: ['key', 'hat', 'bell', 'ring', 'kite', 'scarf', 'cup'],
  furniture: ['bed', 'table', 'old chair', 'bench', 'stairs'],
  instrument: ['fiddle', 'flute', 'drum', 'harp'],
  season: ['spring', 'summer', 'autumn', 'winter'],
  material: ['straw', 'clay', 'stones', 'branches', 'red bricks'],
  mood: ['happy', 'proud', 'tired but happy', 'glad', 'full of joy'],
  size: ['small', 'young', 'curious', 'clever', 'quiet', 'brave', 'round', 'cheerful'],
  weather: ['sunny', 'windy', 'rainy', 'cold', 'warm', 'foggy', 'bright'],
  opening: [
    '{Hero} was a {size} {kind}. {She} lived near {place}.',
    'Near {place} lived a {size} {kind}. {Her} name was {hero}.',
    'There was once a {size} {kind} whose name was {hero}. {Her} home was near {place}.',
  ],
  morning: [
    'One {weather} morning {hero} woke up and wanted {wish}.',
    'It was a {weather} day, and {hero} had only one wish: {wish}.',
    'All through the {season} {hero} had wanted {wish}.',
  ],
  sigh: [
    '{Hero} sat down and sighed.',
    '"What shall I do?" asked {hero}.',
    '"I will not give up," said {hero}.',
    '{Hero} tried once, and then once more.',
    '{Hero} thought about it for a long while.',
  ],
  meeting: [
    'Then {friend} the {friendKind} came along the path. "Why do you look so sad?" asked {friend}.',
    'Just then {friend} the {friendKind} knocked at the door. "Can I help you?" asked {friend}.',
    '{friend} the {friendKind} heard it and came at once. "Two can do more than one," said {friend}.',
  ],
  thanks: [
    '"Thank you, {friend}," said {hero}. "You are a good friend."',
    '"I could not have done it without you," said {hero}.',
    '{Hero} smiled and gave {friend} the {colour} {gift}.',
  ],
  gift: ['ribbon', 'button', 'feather', 'shell', 'marble'],
  close: [
    'And that evening {hero} went to bed, {mood}.',
    'From that day on {hero} and {friend} met every {weekday}.',
    '{Hero} was {mood}, and so was {friend}.',
    'And if you walk past {place}, you may still hear them laugh.',
  ],
  weekday: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
};

const places = [
  'the old mill',
  'the tall oak',
  'the stone bridge',
  'the quiet lake',
  'the green hill',
  'the apple garden',
  'the edge of the forest',
  'the little station',
  'the windy beach',
];

const capital = (word) => word[0].toUpperCase() + word.slice(1);

/** One story as a paragraph of about ten sentences. */
export function englishStory(random) {
  const [[hero, kind, she, her], [friend, friendKind]] = shuffled(random, heroes);
  const plot = pick(random, plots);
  const memory = {
    hero,
    Hero: hero,
    kind,
    She: capital(she),
    Her: capital(her),
    friend,
    friendKind,
  };
  memory.place = pick(random, places);
  for (const word of ['fruit', 'thing', 'colour', 'season'])
    memory[word] = pick(random, grammar[word]);
  const rules = { ...grammar, ...plot };
  const parts = [
    'opening',
    'morning',
    'trouble',
    'sigh',
    'meeting',
    'help',
    'end',
    'thanks',
    'close',
  ];
  return parts.map((part) => expand(random, `{${part}}`, memory, rules)).join(' ');
}
