import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { extractBase, extractStyles } from './extract-styles.ts'
import { prefixOf } from './prefix-of.ts'

const antd = dirname(createRequire(import.meta.url).resolve('antd/package.json'))
const styles = (module: string) => extractStyles(join(antd, 'lib', module), prefixOf(join(antd, 'es', module)))

it.each([
  ['es/button/style/index.js', 'ant-btn'],
  ['es/button/style/compact.js', 'ant-btn'],
  ['es/date-picker/style/index.js', 'ant-picker'],
  ['es/_util/wave/style.js', 'ant-wave'],
  ['es/modal/style/confirm.js', 'ant-modal'],
  ['es/input-number/style/index.js', 'ant-input-number'],
])('the parts that %s styles have the class %s', (module, prefix) => {
  expect(prefixOf(join(antd, module))).toBe(prefix)
})

describe('the styles of a component', () => {
  it('are those of our theme, in a layer of their own', () => {
    const { css } = styles('button/style/index.js')
    expect(css).toMatch(/^@layer antd \{/)
    expect(css).toContain('.ant-btn-primary')
    expect(css).toContain('--ant-button-font-weight:550')
    expect(css).not.toContain('data-ant-cssinjs-cache-path')
  })

  it('say for the dark scheme only what differs', () => {
    const { css } = styles('switch/style/index.js')
    const [, dark = ''] =
      /:root\[data-scheme="dark"\] \.interline\.ant-switch,:root\[data-scheme="dark"\] \.interline\.ant-switch-css-var\{([^}]*)\}/.exec(
        css,
      ) ?? []
    expect(dark.split(';').map((declaration) => declaration.split(':')[0])).toEqual([
      '--ant-color-text-quaternary',
      '--ant-color-text-tertiary',
    ])
  })

  it('reach roots that go by the prefix and roots that go by a class of their own', () => {
    const { css } = styles('input/style/index.js')
    expect(css).toMatch(/(^|[\n}])\.ant-input,\.ant-input-css-var\{[^}]*box-sizing:border-box/)
    expect(css).not.toContain('il-root')
    expect(css).not.toContain(':is(.ant-input')
  })
})

it('the export of a style module is known by its kind', () => {
  expect(styles('input/style/index.js').exports).toEqual([
    { name: 'default', returns: 'pair' },
    { name: 'useSharedStyle', returns: 'pair' },
  ])
  expect(styles('button/style/compact.js').exports).toEqual([{ name: 'default', returns: 'nothing' }])
  expect(styles('progress/style/index.js').exports).toContainEqual({
    name: 'LineStrokeColorVar',
    is: '--progress-line-stroke-color',
  })
})

it.each([
  'button/style/index.js',
  'input/style/index.js',
  'modal/style/index.js',
  'date-picker/style/index.js',
  'select/style/index.js',
])('%s leaves to the provider how its parts are sized', (module) => {
  expect(styles(module).css).not.toMatch(/ \[class[\^*]="[^{}]*\{box-sizing:border-box;?\}/)
})

it('links and icons are styled once, by the provider', () => {
  expect(extractBase().css).toContain('[class^="ant-"]::before')
  expect(extractBase().css).toContain('.anticon')
  expect(extractBase().css).toContain('a{color:var(--ant-color-link)')
  expect(styles('button/style/index.js').css).not.toContain('a{color:var(--ant-color-link)')
})
