/**
 * Import rules between layers (docs/architecture.md), and no clock, disk or randomness in `lib/domain`.
 * Biome does formatting and general linting.
 */
import tseslint from 'typescript-eslint'

const ban = (group, message) => ({ group, message })
const fence = (files, patterns, extra = {}) => ({
  files,
  ignores: ['**/*.test.ts', '**/*.test.tsx'],
  rules: { 'no-restricted-imports': ['error', { patterns }], ...extra },
})

const layer = (name, why) => ban([`**/${name}/**`, `@/lib/${name}/**`], why)
const typesOnly = (name, why) => ({
  '@typescript-eslint/no-restricted-imports': [
    'error',
    { patterns: [{ ...layer(name, why), allowTypeImports: true }] },
  ],
})
const database = ban(['better-sqlite3'], 'SQL lives in collect, execute and store.')
const disk = ban(
  ['node:fs', 'node:fs/*', 'node:child_process'],
  'Files are read in collect and written in execute or store.',
)
const web = ban(
  ['react', 'react-dom', 'next', 'next/*', '**/app/**', '**/components/**'],
  'lib does not know the web.',
)
const testing = layer('testing', 'Made homes are for tests, the demo and the benchmark.')

/** Functions that change files. Code that reads a home must not import them. */
const WRITERS = [
  'appendFile',
  'chmod',
  'chown',
  'copyFile',
  'cp',
  'createWriteStream',
  'fchmod',
  'fchown',
  'fsync',
  'ftruncate',
  'futimes',
  'lchmod',
  'lchown',
  'link',
  'lutimes',
  'mkdir',
  'mkdtemp',
  'rename',
  'rm',
  'rmdir',
  'symlink',
  'truncate',
  'unlink',
  'utimes',
  'write',
  'writeFile',
  'writev',
].flatMap((name) => [name, `${name}Sync`])

const noWriters = {
  group: ['node:fs', 'node:fs/promises', 'fs', 'fs/promises'],
  importNames: [...WRITERS, 'default', 'promises'],
  message: 'collect reads: whatever changes a home is in execute.',
}

const readsOnly = {
  'no-restricted-syntax': [
    'error',
    {
      selector:
        "NewExpression[callee.name='Database']:not([arguments.0.value=':memory:']):not(:has(Property[key.name='readonly'][value.value=true]))",
      message: 'collect opens files with readonly: true (docs/hermes.md, "Lost locks").',
    },
  ],
}

const noClock = {
  'no-restricted-globals': [
    'error',
    { name: 'Date', message: 'Time is an input here: take nowMs.' },
    ...['process', 'performance', 'crypto'].map((name) => ({ name, message: 'Deciding is pure.' })),
  ],
  'no-restricted-properties': ['error', { object: 'Math', property: 'random', message: 'Deciding is pure.' }],
  'no-restricted-syntax': [
    'error',
    { selector: ':function[async=true]', message: 'Deciding is synchronous.' },
  ],
}

const serviceBans = [
  web,
  testing,
  database,
  layer('server', 'services get their context; they do not make it.'),
]

/** Inside service: watch < observe < plan, run, reports and commands. */
const above = (folders, name) =>
  folders.map((folder) => ban([`../${folder}/**`], `${folder} stands on ${name}, not the other way round.`))

const appBans = [
  database,
  disk,
  testing,
  ...['collect', 'execute', 'store'].map((l) => layer(l, 'Pages ask services.')),
  layer('platform', 'Pages query and lay out; the operating system is reached through server and service.'),
]

const noCommands = {
  group: ['**/workers/get-collector'],
  importNames: ['getCommands'],
  message: 'Pages only read. Commands are sent by actions and POST routes, which check who may.',
}

export default [
  { ignores: ['.next/**', 'node_modules/**', 'next-env.d.ts', 'test-results/**', 'playwright-report/**'] },
  {
    files: ['**/*.{ts,tsx}'],
    languageOptions: { parser: tseslint.parser, parserOptions: { ecmaFeatures: { jsx: true } } },
    plugins: { '@typescript-eslint': tseslint.plugin },
  },
  fence(
    ['lib/shared/**/*.ts'],
    [
      ban(['node:*'], 'shared also runs in the browser.'),
      database,
      web,
      ban(['../*'], 'shared stands on nothing.'),
    ],
  ),
  fence(
    ['lib/domain/**/*.ts'],
    [
      ban(['node:*'], 'Deciding is pure: no disk, no process.'),
      database,
      web,
      testing,
      ...['platform', 'collect', 'execute', 'store', 'service', 'server'].map((l) =>
        layer(l, 'domain imports shared only.'),
      ),
    ],
    noClock,
  ),
  fence(
    ['lib/platform/**/*.ts'],
    [
      web,
      testing,
      database,
      ...['collect', 'execute', 'store', 'service', 'server'].map((l) =>
        layer(l, 'platform knows the operating system and nothing of Hermes.'),
      ),
    ],
    typesOnly('domain', 'platform may name the types of a fault or a fingerprint; it decides nothing.'),
  ),
  fence(
    ['lib/collect/**/*.ts'],
    [
      web,
      testing,
      noWriters,
      ...['execute', 'store', 'service', 'server'].map((l) =>
        layer(l, 'collect reads the home and knows nobody who writes.'),
      ),
    ],
    readsOnly,
  ),
  fence(
    ['lib/execute/**/*.ts'],
    [
      web,
      testing,
      ...['collect', 'store', 'service', 'server'].map((l) =>
        layer(l, 'execute acts on one item it is given.'),
      ),
    ],
  ),
  fence(
    ['lib/store/**/*.ts'],
    [
      web,
      testing,
      ...['collect', 'execute', 'service', 'server'].map((l) => layer(l, 'store keeps our own data only.')),
    ],
  ),
  fence(['lib/service/**/*.ts'], serviceBans),
  fence(
    ['lib/service/watch/**/*.ts'],
    [...serviceBans, ...above(['observe', 'plan', 'run', 'reports', 'commands'], 'watch')],
  ),
  fence(
    ['lib/service/observe/**/*.ts'],
    [...serviceBans, ...above(['plan', 'run', 'reports', 'commands'], 'observe')],
  ),
  fence(
    ['lib/server/**/*.ts'],
    [ban(['**/app/**', '**/components/**'], 'server serves the app, not the other way round.'), testing],
  ),
  fence(['app/**/*.{ts,tsx}'], appBans),
  fence(['app/**/*.tsx', 'app/**/read-*.ts'], [...appBans, noCommands]),
  fence(
    ['components/**/*.{ts,tsx}'],
    [
      ban(['node:*'], 'Components also run in the browser.'),
      database,
      testing,
      ...['collect', 'execute', 'store', 'service', 'server'].map((l) =>
        layer(l, 'Components get finished values as props.'),
      ),
      layer('platform', 'Components also run in the browser, where there is no operating system to ask.'),
    ],
  ),
]
