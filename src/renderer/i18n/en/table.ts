export const table = {
  openFolder: 'Open a folder …',
  asTable: 'Read it as a table',
  useHere: 'Rows are',
  use: { pair: 'Pairs', label: 'Labelled texts', text: 'Texts' },
  useHelp: {
    pair: 'A source and its target, for an encoder-decoder or as question and answer.',
    label: 'A text and its class, for a classifier.',
    text: 'One text each, read from its start to its end.',
  },
  source: 'Source column',
  target: 'Target column',
  text: 'Text column',
  label: 'Label column',
  header: 'First row has names',
  delimiter: 'Separator',
  delimiters: { comma: 'comma', tab: 'tab', semicolon: 'semicolon', bar: 'bar' },
  rows: 'Rows used',
  trainRows: 'Training rows',
  valRows: 'Validation rows',
  longest: 'Longest row',
  longestHelp:
    'Tokens of the longest row. Pairs longer than n_ctx are left out, other rows are cut.',
  tooLong: 'longer than n_ctx {{n_ctx}}',
  firstRows: 'First rows, as tokens',
  labels: 'Labels',
  faults: 'Rows that cannot be used: {{count}}',
  more: 'and {{count}} more',
  skipped: 'Files left out: {{count}}',
  files: 'files: {{count}}',

  split: 'Validation is',
  position: 'The last tenth',
  record: 'A tenth by lot',
  splitHelp: {
    position: 'The end of the text: nothing of it stands between what is trained on.',
    line: 'Of every ten lines one, drawn by lot.',
    paragraph: 'Of every ten paragraphs one, drawn by lot.',
    row: 'Of every ten rows one, drawn by lot; the same in every run.',
  },

  statistics: 'Statistics',
  lines: 'Lines',
  meanLength: 'Characters per token',
  longestToken: 'Longest token',
  entropy: 'Unigram entropy',
  entropyHelp:
    'The loss, in nats per token, of a model that knows only how often each token occurs. Training should soon fall below it.',
  nats: '{{value}} nats',
  duplicates: {
    line: 'Validation lines also in training',
    paragraph: 'Validation paragraphs also in training',
    row: 'Validation rows also in training',
  },
  duplicatesHelp:
    'What a model has seen word for word it may know by heart: validation then says too little.',
  ofAll: '{{some}} of {{all}}',

  changed:
    'The project’s copy of this text has changed since it was opened. Runs made before go on only with the former copy.',
  takeChanged: 'Use it as it is now',
  left: 'about {{time}} left',
};
