import { Command } from 'commander';
import { plainFlag } from './cli/flags';
import { generateCommand } from './cli/generate';
import { trainCommand } from './cli/train';

// Whoever reads may have read enough, as `| head` does.
process.stdout.on('error', () => process.exit());

const program = new Command('toyformer')
  .description(
    'Draw and train toy Transformers: the same program as the window, on the command line.',
  )
  .addCommand(trainCommand().showHelpAfterError('(--help lists the options)'))
  .addCommand(generateCommand().showHelpAfterError('(--help lists the options)'));

void program.parseAsync(process.argv.map(plainFlag));
