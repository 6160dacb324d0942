/**
 * Who may import whom (docs/architecture.md). A package stands here with what of ours it may import; all else is an
 * error, and so is a package without a line.
 */
const mayImport = [
  {
    from: '^shell/',
    except: ['/webpack\\.config\\.ts$'],
    to: ['^shell/', '^shared/', '^federation/src/(schema|runtime)/'],
    why: 'The shell uses shared, the contract and the federation runtime; remotes reach it only by URL at run time.',
  },
  {
    from: '^(mfe-[^/]+)/',
    except: ['/webpack\\.config\\.ts$'],
    to: ['^$1/', '^shared/'],
    why: 'A remote uses shared and the contract; it knows neither the shell nor another remote.',
  },
  {
    from: '^shared/',
    to: ['^shared/'],
    why: 'Shared stands below every part: it may know the contract, and nothing else of ours.',
  },
  {
    from: '^shared/src/contract/',
    except: ['\\.test\\.ts$'],
    to: ['^shared/src/contract/'],
    why: 'The contract is what all agree on: it imports nothing of ours.',
  },
  {
    from: '^server/',
    to: ['^server/', '^shared/src/contract/'],
    why: 'The server knows the wire contract and nothing of the browser.',
  },
  {
    from: '^federation/',
    to: ['^federation/'],
    why: 'Federation serves any remote: it imports nothing of ours.',
  },
  {
    from: '^federation/src/runtime/',
    to: ['^federation/src/(runtime|schema)/'],
    why: 'The browser’s loader uses the schema only.',
  },
  {
    from: '^federation/src/schema/',
    to: ['^federation/src/schema/'],
    why: 'The schema is read by all rooms of federation and imports none.',
  },
  {
    from: '^scripts/',
    to: ['^scripts/', '^federation/', '^shared/src/contract/', '^bench/main\\.ts$'],
    why: 'The commands start the parts as processes and release them through federation.',
  },
  {
    from: '^e2e/',
    except: ['^e2e/fixtures/'],
    to: ['^e2e/', '^shared/src/contract/'],
    why: 'Browser tests know the product only through browser, HTTP and CLI.',
  },
  {
    from: '^bench/',
    except: ['^bench/load/monolith/', '^bench/tables/page/'],
    to: ['^bench/', '^e2e/', '^shared/src/contract/'],
    why: 'Benchmarks know the product only through browser, HTTP and CLI, as the harness of the browser tests does.',
  },
  {
    from: '^deploy/',
    to: ['^deploy/', '^e2e/', '^server/', '^federation/'],
    why: 'The tests of deploy compare its files with what server and origins read, and run them.',
  },
  {
    from: '^e2e/fixtures/|^(mfe-[^/]+|shell)/webpack\\.config\\.ts$',
    to: [
      '^e2e/fixtures/',
      '^federation/src/build/',
      '^shared/src/(contract|api|session|realtime|time|i18n|ui|styles-at-build)/',
    ],
    why: 'A remote, and how a part is built: federation’s builder and what all remotes may use.',
  },
  {
    from: '^bench/(load/monolith|tables/page)/',
    to: ['^(shell|mfe-[^/]+|shared|bench)/', '^federation/src/(build|runtime)/'],
    why: 'The product’s sources as one page, to compare with: the browser’s packages and how they are built.',
  },
]

const ours = '^[^/]+/(?!node_modules/)'

/** Rules of dependency-cruiser from the lines above. */
const layers = mayImport.map(({ from, except = [], to, why }) => ({
  name: `may-import ${from}`,
  comment: why,
  severity: 'error',
  from: { path: from, pathNot: except },
  to: { path: ours, pathNot: ['(^|/)node_modules/', ...to], dependencyTypesNot: ['core'] },
}))

export const options = {
  doNotFollow: { path: ['(^|/)node_modules/'] },
  exclude: { path: ['/dist/', '^bench/peers/', '^\\.data', 'test-results/'] },
  // Types too: a type stands below those that use it.
  tsPreCompilationDeps: true,
  tsConfig: { fileName: 'tsconfig.json' },
  enhancedResolveOptions: {
    exportsFields: ['exports'],
    conditionNames: ['import', 'types', 'default', 'node'],
    extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
  },
}

export default {
  forbidden: [
    ...layers,
    {
      name: 'package-without-a-line',
      comment: 'A new package says in .dependency-cruiser.mjs what it may import.',
      severity: 'error',
      from: { path: ours, pathNot: mayImport.map(({ from }) => from) },
      to: {},
    },
    {
      name: 'contract-types-only',
      comment: 'Browser tests and benchmarks take only types from the contract: what they expect is theirs.',
      severity: 'error',
      from: { path: '^(e2e|bench)/', pathNot: '^e2e/fixtures/' },
      to: { path: '^shared/src/contract/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-schemas-in-pages',
      comment: 'What runs in a browser takes types, constants and functions from the contract: zod stays out of pages.',
      severity: 'error',
      from: {
        path: '^(shell|mfe-[^/]+|shared|e2e/fixtures)/',
        pathNot: ['\\.test\\.tsx?$', '^shared/src/(contract|testing)/'],
      },
      to: { path: ['^shared/src/contract/schemas/', '(^|/)node_modules/zod/'] },
    },
    {
      name: 'contract-without-schemas',
      comment: 'The contract takes its types from its schemas, and nothing that runs: browsers load it.',
      severity: 'error',
      from: { path: '^shared/src/contract/', pathNot: ['\\.test\\.ts$', '^shared/src/contract/schemas/'] },
      to: { path: ['^shared/src/contract/schemas/', '(^|/)node_modules/zod/'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-circle',
      comment:
        'Modules that import each other cannot be read one after the other; a type stands below those that use it.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'resolvable',
      comment: 'What cannot be found cannot be checked.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options,
}
