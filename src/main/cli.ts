import { Command } from 'commander';
import { plainFlag } from './cli/flags';
import { generateCommand } from './cli/generate';
import { tell } from './cli/problems';
import { trainCommand } from './cli/train';
import { fileErrorCode, fileProblem } from './files/fileProblem';

// Whoever reads may have read enough, as `| head` does.
process.stdout.on('error', (error) => {
  if (fileErrorCode(error) === 'EPIPE') process.exit();
  tell(fileProblem(error, { en: 'Output', zh: '输出' }));
  process.exit();
});

const program = new Command('toyformer')
  .description(
    'Draw and train toy Transformers: the same program as the window, on the command line.',
  )
  .addCommand(trainCommand().showHelpAfterError('(--help lists the options)'))
  .addCommand(generateCommand().showHelpAfterError('(--help lists the options)'));

void program.parseAsync(process.argv.map(plainFlag));
