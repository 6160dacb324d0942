import { fileURLToPath } from 'node:url'
import js from '@eslint/js'
import boundaries from 'eslint-plugin-boundaries'
import reactHooks from 'eslint-plugin-react-hooks'
import { defineConfig } from 'eslint/config'
import tseslint from 'typescript-eslint'

const root = fileURLToPath(new URL('.', import.meta.url))

const rooms = [
  ['contract', 'shared/src/contract'],
  ['shared', 'shared'],
  ['federation-schema', 'federation/src/schema'],
  ['federation-runtime', 'federation/src/runtime'],
  ['federation', 'federation'],
  ['shell', 'shell'],
  ['server', 'server'],
  ['e2e', 'e2e'],
  ['bench', 'bench'],
  ['deploy', 'deploy'],
  ['run', 'run'],
]

/** Who may import whom (DESIGN.md): from → to, and the reason that a refused import is told. */
const mayImport = [
  ['shell', ['shared', 'contract', 'federation-runtime'], 'The shell uses shared, the contract and the federation runtime; remotes reach it only by URL at run time.'],
  ['remote', ['shared', 'contract'], 'A remote uses shared and the types of the contract; it knows neither the shell nor another remote.'],
  ['shared', ['contract'], 'Shared stands below every part: it may know the contract, and nothing else of ours.'],
  ['contract', [], 'The contract is what all agree on: it imports nothing of ours.'],
  ['server', ['contract'], 'The server knows the wire contract and nothing of the browser.'],
  ['federation', ['federation-schema'], 'Federation serves any remote: it imports nothing of ours.'],
  ['federation-runtime', ['federation-schema'], 'The browser’s loader uses the schema’s types only.'],
  ['federation-schema', [], 'The schema is read by all rooms of federation and imports none.'],
  ['run', ['federation', 'federation-schema', 'contract'], 'The commands start the parts as processes and release them through federation.'],
  ['e2e', [], 'Browser tests know the product only through browser, HTTP and CLI.'],
  ['bench', ['e2e'], 'Benchmarks know the product only through browser, HTTP and CLI, as the harness of the browser tests does.'],
  ['deploy', ['server', 'federation', 'federation-schema', 'e2e'], 'The tests of deploy compare its files with what server and origins read, and run them.'],
]

const element = (type) => ({ element: { type } })
const boundary = mayImport.flatMap(([from, to, message]) => [
  { from: element(from), disallow: { to: { element: { type: '*' } } }, message },
  { from: element(from), allow: { to: from === 'remote' ? { element: { type: 'remote', captured: { team: '{{ from.element.captured.team }}' } } } : element(from) } },
  ...to.map((type) => ({ from: element(from), allow: { to: element(type) } })),
])

const oneDoor = [
  ['antd', 'antd is reached through @interline/shared/ui and /kit, so that there is one copy and one style cache.'],
  ['@ant-design/*', 'antd is reached through @interline/shared/ui and /kit, so that there is one copy and one style cache.'],
  ['react-router*', 'The router is reached through @interline/shared/router, so that webpack can leave out what nobody uses.'],
  ['axios', 'axios has one importing file, shared/src/api.ts: one client, one session.'],
  ['socket.io-client', 'socket.io-client has one importing file, shared/src/socket.ts: one connection.'],
  ['@module-federation/*', 'The Module Federation runtime has one importing file, federation/src/runtime/host.ts.'],
]
const doorsExcept = (...own) => [
  'error',
  {
    paths: [],
    patterns: oneDoor.filter(([name]) => !own.includes(name)).map(([name, message]) => ({ group: [name], message })),
  },
]

export default defineConfig(
  { ignores: ['**/dist/', '**/node_modules/', '.data*/', 'e2e/test-results/', 'e2e/playwright-report/'] },
  js.configs.recommended,
  tseslint.configs.strict,
  {
    files: ['**/*.{ts,tsx}'],
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'separate-type-imports', prefer: 'type-imports', disallowTypeAnnotations: false }],
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_', destructuredArrayIgnorePattern: '^_' }],
      'no-restricted-syntax': [
        'error',
        { selector: 'TSEnumDeclaration', message: 'No enum: a union of strings or a const object says the same without code.' },
        { selector: 'ExportDefaultDeclaration', message: 'Named exports only; a default has another name in every file.' },
      ],
    },
  },
  { files: ['**/*.config.{ts,js}', 'e2e/global-setup.ts'], rules: { 'no-restricted-syntax': 'off' } },
  { files: ['**/*.mjs', '**/*.js'], languageOptions: { globals: { process: 'readonly', console: 'readonly', URL: 'readonly' } } },
  {
    files: ['**/*.tsx', 'shared/src/**/*.ts', 'shell/src/**/*.ts', 'mfe-*/src/**/*.ts'],
    ...reactHooks.configs.flat['recommended-latest'],
  },
  {
    files: ['**/*.{ts,tsx}'],
    plugins: { boundaries },
    settings: {
      'boundaries/root-path': root,
      'boundaries/elements': [
        ...rooms.slice(0, 6).map(([type, pattern]) => ({ type, pattern })),
        { type: 'remote', pattern: 'mfe-*', capture: ['team'] },
        ...rooms.slice(6).map(([type, pattern]) => ({ type, pattern })),
      ],
      'import/resolver': { typescript: { project: `${root}tsconfig.json` } },
    },
    rules: {
      'boundaries/dependencies': ['error', { default: 'allow', policies: boundary }],
      'no-restricted-imports': doorsExcept(),
    },
  },
  { files: ['**/webpack.config.ts'], rules: { 'boundaries/dependencies': 'off' } },
  // The product's sources as one build, to compare with.
  { files: ['bench/load/monolith/**'], rules: { 'boundaries/dependencies': 'off' } },
  // Lists of other frameworks, with packages of their own, to compare with.
  { files: ['bench/peers/**'], rules: { 'boundaries/dependencies': 'off', 'no-restricted-imports': 'off' } },
  // A remote that the browser tests pin into a running system.
  { files: ['e2e/fixtures/**'], rules: { 'boundaries/dependencies': 'off' } },
  {
    files: ['mfe-*/src/**/*.{ts,tsx}'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        { patterns: [{ group: ['@interline/shared/contract'], allowTypeImports: true, message: 'A remote takes only types from the contract; parsing is shared’s.' }] },
      ],
    },
  },
  { files: ['shared/src/ui/**', 'shared/src/list/**', 'shared/src/kit/**'], rules: { 'no-restricted-imports': doorsExcept('antd', '@ant-design/*') } },
  { files: ['shared/src/router.ts'], rules: { 'no-restricted-imports': doorsExcept('react-router*') } },
  { files: ['shared/src/api.ts'], rules: { 'no-restricted-imports': doorsExcept('axios') } },
  { files: ['shared/src/socket.ts', 'server/**', 'run/**', 'e2e/**', 'deploy/**', 'bench/api/**', 'bench/chat-failures/**'], rules: { 'no-restricted-imports': doorsExcept('socket.io-client') } },
  { files: ['federation/src/runtime/host.ts', 'federation/src/build/**'], rules: { 'no-restricted-imports': doorsExcept('@module-federation/*') } },
)
