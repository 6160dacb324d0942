import js from '@eslint/js'
import reactHooks from 'eslint-plugin-react-hooks'
import { defineConfig } from 'eslint/config'
import tseslint from 'typescript-eslint'

const singleImporters = [
  ['antd', 'antd is reached through @interline/shared/ui and /forms, so that there is one copy and one style cache.'],
  [
    '@ant-design/*',
    'antd is reached through @interline/shared/ui and /forms, so that there is one copy and one style cache.',
  ],
  [
    'react-router*',
    'The router is reached through @interline/shared/router, so that webpack can leave out what nobody uses.',
  ],
  ['axios', 'axios has one importing file, shared/src/api/api.ts: one client, one session.'],
  ['socket.io-client', 'socket.io-client has one importing file, shared/src/realtime/socket.ts: one connection.'],
  ['@module-federation/*', 'The Module Federation runtime has one importing file, federation/src/runtime/host.ts.'],
]
const restrictedExcept = (...own) => [
  'error',
  {
    paths: [],
    patterns: singleImporters
      .filter(([name]) => !own.includes(name))
      .map(([name, message]) => ({ group: [name], message })),
  },
]

export default defineConfig(
  { ignores: ['**/dist/', '**/node_modules/', '.data*/', 'e2e/test-results/', 'e2e/playwright-report/'] },
  js.configs.recommended,
  tseslint.configs.strict,
  {
    rules: {
      'max-len': [
        'error',
        { code: 120, ignoreStrings: true, ignoreTemplateLiterals: true, ignoreRegExpLiterals: true, ignoreUrls: true },
      ],
    },
  },
  {
    files: ['**/*.{ts,tsx}'],
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { fixStyle: 'separate-type-imports', prefer: 'type-imports', disallowTypeAnnotations: false },
      ],
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', destructuredArrayIgnorePattern: '^_' },
      ],
      'no-restricted-syntax': [
        'error',
        {
          selector: 'TSEnumDeclaration',
          message: 'No enum: a union of strings or a const object says the same without code.',
        },
        {
          selector: 'ExportDefaultDeclaration',
          message: 'Named exports only; a default has another name in every file.',
        },
      ],
    },
  },
  { files: ['**/*.config.{ts,js}', 'e2e/global-setup.ts'], rules: { 'no-restricted-syntax': 'off' } },
  // Playwright reads what a fixture needs from the pattern of its parameter: `{}` is nothing.
  { files: ['e2e/**'], rules: { 'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }] } },
  {
    files: ['**/*.mjs', '**/*.js'],
    languageOptions: { globals: { process: 'readonly', console: 'readonly', URL: 'readonly' } },
  },
  {
    files: ['**/*.tsx', 'shared/src/**/*.ts', 'shell/src/**/*.ts', 'mfe-*/src/**/*.ts'],
    ...reactHooks.configs.flat['recommended-latest'],
  },
  { files: ['**/*.{ts,tsx}'], rules: { 'no-restricted-imports': restrictedExcept() } },
  // Lists of other frameworks, with packages of their own, to compare with.
  { files: ['bench/peers/**'], rules: { 'no-restricted-imports': 'off' } },
  {
    files: ['shared/src/ui/**', 'shared/src/table/**', 'shared/src/forms/**'],
    rules: { 'no-restricted-imports': restrictedExcept('antd', '@ant-design/*') },
  },
  { files: ['shared/src/router/**'], rules: { 'no-restricted-imports': restrictedExcept('react-router*') } },
  { files: ['shared/src/api/api.ts'], rules: { 'no-restricted-imports': restrictedExcept('axios') } },
  {
    files: [
      'shared/src/realtime/socket.ts',
      'server/**',
      'scripts/**',
      'e2e/**',
      'deploy/**',
      'bench/api/**',
      'bench/chat-failures/**',
    ],
    rules: { 'no-restricted-imports': restrictedExcept('socket.io-client') },
  },
  {
    files: ['federation/src/runtime/host.ts', 'federation/src/build/**'],
    rules: { 'no-restricted-imports': restrictedExcept('@module-federation/*') },
  },
)
