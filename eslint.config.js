import js from '@eslint/js'
import vitest from '@vitest/eslint-plugin'
import playwright from 'eslint-plugin-playwright'
import reactHooks from 'eslint-plugin-react-hooks'
import { defineConfig } from 'eslint/config'
import tseslint from 'typescript-eslint'
import { textAlone } from './scripts/lint/text-alone.js'

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

const neverWritten = [
  {
    selector: 'TSEnumDeclaration',
    message: 'No enum: a union of strings or a const object says the same without code.',
  },
  { selector: 'ExportDefaultDeclaration', message: 'Named exports only; a default has another name in every file.' },
]
const handlersOfKeys = [
  'JSXAttribute[name.name=/^(onKey(Down|Up|Press)|onPressEnter)(Capture)?$/]',
  'Literal[value=/^key(down|up|press)$/]',
].map((handler) => ({
  selector: `Program:not(:has(CallExpression[callee.name="isWriting"])) ${handler}`,
  message:
    'A file that handles keys asks isWriting() of @interline/shared/ui: keys of an input method are no commands.',
}))
const noSleep =
  'A test waits for what it means: poll it, use a fake clock, or let something follow whose arrival shows.'
const sleeps = [
  'CallExpression[callee.property.name="waitForTimeout"]',
  'NewExpression[callee.name="Promise"] CallExpression[callee.name="setTimeout"][arguments.0.type="Identifier"]',
  'ImportDeclaration[source.value=/timers.promises$/] ImportSpecifier[imported.name="setTimeout"]',
].map((selector) => ({ selector, message: noSleep }))

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
      'no-restricted-syntax': ['error', ...neverWritten],
    },
  },
  {
    files: ['{shell,shared,mfe-*}/src/**/*.{ts,tsx}'],
    rules: { 'no-restricted-syntax': ['error', ...neverWritten, ...handlersOfKeys] },
  },
  {
    files: ['{shell,shared,mfe-*}/src/**/*.tsx'],
    ignores: ['**/*.test.tsx'],
    plugins: { interline: { rules: { 'text-alone': textAlone } } },
    rules: { 'interline/text-alone': 'error' },
  },
  // The skew tool watches a page for a while: it is no test.
  {
    files: ['**/*.{test,spec}.{ts,tsx}', '**/testing/**', 'e2e/**'],
    ignores: ['e2e/skew/**'],
    rules: { 'no-restricted-syntax': ['error', ...neverWritten, ...sleeps] },
  },
  {
    files: ['**/*.test.{ts,tsx}'],
    plugins: { vitest },
    rules: {
      ...vitest.configs.recommended.rules,
      'vitest/valid-expect': ['error', { maxArgs: 2 }],
      // Tables of cases, and what several tests ask in functions of their own.
      'vitest/expect-expect': 'off',
      'vitest/no-conditional-expect': 'off',
      'vitest/no-standalone-expect': 'off',
    },
  },
  {
    files: ['e2e/**/*.ts'],
    ignores: ['e2e/firefox/**', 'e2e/skew/**'],
    plugins: { playwright },
    rules: {
      ...playwright.configs['flat/recommended'].rules,
      'playwright/no-skipped-test': ['error', { allowConditional: true }],
      // As above; and a page that asks for nothing more is what some tests wait for.
      'playwright/expect-expect': 'off',
      'playwright/no-conditional-expect': 'off',
      'playwright/no-conditional-in-test': 'off',
      'playwright/no-networkidle': 'off',
      'playwright/no-standalone-expect': 'off',
      'playwright/consistent-spacing-between-blocks': 'off',
      // They read titles and tags from a table.
      'playwright/valid-title': 'off',
      'playwright/valid-test-tags': 'off',
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
    files: ['shared/src/ui/**', 'shared/src/list/**', 'shared/src/list-tools/**', 'shared/src/forms/**'],
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
      'bench/api.ts',
      'bench/chat-failures/**',
    ],
    rules: { 'no-restricted-imports': restrictedExcept('socket.io-client') },
  },
  {
    files: ['federation/src/runtime/host.ts', 'federation/src/build/**'],
    rules: { 'no-restricted-imports': restrictedExcept('@module-federation/*') },
  },
)
