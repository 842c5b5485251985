/**
 * Who may import whom. The picture of these layers is README.md › Architecture.
 *
 *   contract tensor ← blocks tokenizers objectives ← graph datasets ← inference export ← training ← main | renderer
 */
const own = '$1';
const shared = (...names) => `^src/shared/(${names.join('|')})/`;

/** The files of main that talk to Electron. All else of main also runs on plain Node, for the command line. */
const electronFiles =
  '^src/main/(index|window|preload|handle|security|protocol|menu|dialogs)\\.ts$';

/** A folder of src/shared may import itself, the folders named, and zod. */
const layer = (folder, ...below) => ({
  name: `shared/${folder}`,
  severity: 'error',
  from: { path: `^src/shared/${folder}/`, pathNot: '\\.(test|testing)\\.ts$' },
  to: { path: '^src/', pathNot: [shared(folder, ...below), '^src/shared/env\\.d\\.ts'] },
});

module.exports = {
  forbidden: [
    { name: 'no cycles', severity: 'error', from: {}, to: { circular: true } },
    layer('contract'),
    layer('tensor', 'contract'),
    layer('blocks', 'contract', 'tensor'),
    layer('tokenizers', 'contract'),
    layer('objectives', 'contract', 'tensor'),
    layer('graph', 'contract', 'tensor', 'blocks'),
    layer('datasets', 'contract', 'tensor', 'tokenizers'),
    layer(
      'training',
      'contract',
      'tensor',
      'blocks',
      'tokenizers',
      'objectives',
      'graph',
      'datasets',
      'inference',
    ),
    layer('inference', 'contract', 'tensor', 'blocks', 'tokenizers', 'graph'),
    layer('export', 'contract', 'tensor', 'blocks', 'graph'),
    {
      name: 'shared runs in every process',
      severity: 'error',
      from: { path: '^src/shared', pathNot: '\\.(test|testing)\\.ts$' },
      to: {
        dependencyTypes: ['core', 'npm', 'npm-dev'],
        pathNot: ['node_modules/(zod|pure-rand|@tensorflow)/'],
      },
    },
    {
      name: 'tf is passed in, never imported (types only)',
      severity: 'error',
      from: {
        path: '^src',
        pathNot: ['\\.(test|testing)\\.ts$', '^src/main/trainer/backend(\\.ts$|/)'],
      },
      to: { path: 'node_modules/@tensorflow/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'main and renderer meet only in the contract',
      severity: 'error',
      from: { path: '^src/(main|renderer)/' },
      to: { path: '^src/(main|renderer)/', pathNot: `^src/${own}/` },
    },
    {
      name: 'the window neither trains nor touches Node',
      severity: 'error',
      from: { path: '^src/renderer' },
      to: { path: [shared('training', 'inference'), 'node_modules/electron/'] },
    },
    {
      name: 'the window has no Node',
      severity: 'error',
      from: { path: '^src/renderer' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'window.api has one user',
      severity: 'error',
      from: { path: '^src/renderer', pathNot: '^src/renderer/(api|stores/[^/]+)\\.ts$' },
      to: { path: '^src/renderer/api\\.ts$' },
    },
    {
      name: 'Electron has few users, so the command line runs on plain Node',
      severity: 'error',
      from: { path: '^src/main', pathNot: electronFiles },
      to: { path: ['node_modules/electron/', electronFiles] },
    },
    {
      name: 'kernels are a module of their own',
      severity: 'error',
      from: { path: '^src/kernels' },
      to: { pathNot: '^src/kernels/' },
    },
    {
      name: 'kernels are built, not imported',
      severity: 'error',
      from: { path: '^src/(shared|main|renderer)' },
      to: { path: '^src/kernels/.*\\.ts$' },
    },
  ],
  options: {
    tsPreCompilationDeps: true, // see type-only imports too
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
    },
  },
};
