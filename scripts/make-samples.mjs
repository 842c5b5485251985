/** node scripts/make-samples.mjs: writes resources/samples/*.txt from the story grammars. Same texts every time. */
import { writeFileSync } from 'node:fs';
import { chineseStory } from './samples/chinese.mjs';
import { englishStory } from './samples/english.mjs';
import { stream } from './samples/grammar.mjs';

function write(name, seed, stories, make) {
  const random = stream(seed);
  const text = Array.from({ length: stories }, () => make(random)).join('\n\n');
  writeFileSync(new URL(`../resources/samples/${name}.txt`, import.meta.url), `${text}\n`);
}

write('english', 1, 190, englishStory);
write('chinese', 4, 240, chineseStory);
