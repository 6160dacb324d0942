import { describe, expect, it } from 'vitest'
import { join } from 'node:path'
import { builtRemote } from '../../../testing/built-part.ts'
import { build, mara, putRemote, putShell, storeOfThree } from '../../../testing/stored-parts.ts'
import { readJson } from '../../../schema/read-json.ts'
import { descriptor } from '../../../schema/index.ts'
import { publish } from '../../artifacts/publish.ts'
import { commit } from '../../commit/commit.ts'
import { pin } from '../../commit/plan-and-commit.ts'
import { planPin } from '../../plan/pin.ts'
import { foreignStyles } from './styles.ts'

const own = '.drivers_000000_page_row'

function reasonsAgainst(css: string): string[] {
  const folder = builtRemote('drivers', {}, { 'routes.css': css })
  return foreignStyles(folder, readJson(join(folder, 'remote.json'), descriptor))
}

describe('styles of a remote', () => {
  it.each([
    `${own}{color:red}`,
    `${own}:hover, ${own}::after, a${own}[href]{color:red}`,
    `.il-app ${own} .ant-btn > *{color:red}`,
    `[data-theme='dark'] ${own}{color:red}`,
    `.il-app > ${own} > p + p ~ b{color:red}`,
    `:is(${own}, ${own}b) li{color:red}`,
    `@media (width < 600px){@supports (display:grid){${own}{color:red}}}`,
    `@keyframes drivers_000000_page_turn{from{opacity:0}50%{opacity:.5}to{opacity:1}}`,
    `${own}{&:hover{color:red} .ant-btn{color:red} > p{color:red} .il-app &{color:red} @media print{b{color:red}}}`,
    `:root:has(${own}){--il-connection:hidden}`,
  ])('may be %s', (css) => {
    expect(reasonsAgainst(css)).toEqual([])
  })

  it.each([
    ['*{display:none}', 'the selector * reaches what is not its own'],
    [`${own}{color:red}body{display:none}`, 'the selector body reaches what is not its own'],
    [':root{--il-space:0}', 'the selector :root reaches what is not its own'],
    [`${own}, .il-header{color:red}`, 'the selector .il-header reaches what is not its own'],
    ['.users_000000_page_row{color:red}', 'the selector .users_000000_page_row reaches what is not its own'],
    ['.drivers_111111_page_row{color:red}', 'the selector .drivers_111111_page_row reaches what is not its own'],
    [`body:not(${own}){color:red}`, `the selector body:not(${own}) reaches what is not its own`],
    [`body:has(${own}){color:red}`, `the selector body:has(${own}) reaches what is not its own`],
    [`${own} ~ div{color:red}`, `the selector ${own} ~ div reaches what is not its own`],
    [`${own} + div p{color:red}`, `the selector ${own} + div p reaches what is not its own`],
    [`:is(${own}, nav) li{color:red}`, `the selector :is(${own}, nav) li reaches what is not its own`],
    [`${own}{& + nav{color:red}}`, 'the selector & + nav reaches what is not its own'],
    [`${own}{+ nav{color:red}}`, 'the selector + nav reaches what is not its own'],
    [`${own}{:not(&){color:red}}`, 'the selector :not(&) reaches what is not its own'],
    ['@layer a{@media print{p{color:red}}}', 'the selector p reaches what is not its own'],
    [':root{--il-connection:hidden}', 'the selector :root reaches what is not its own'],
    ['@keyframes il-turn{to{opacity:0}}', '@keyframes il-turn is not of its CSS Modules'],
    ['@font-face{font-family:Inter}', '@font-face  is not of its CSS Modules'],
    ['@import "https://elsewhere.test/all.css";', '@import "https://elsewhere.test/all.css" is not of its CSS Modules'],
  ])('must not be %s', (css, reason) => {
    expect(reasonsAgainst(css)).toEqual([`routes.css: ${reason}`])
  })

  it('that cannot be read are refused', () => {
    expect(reasonsAgainst('a {')).toEqual([expect.stringMatching(/^routes\.css: it cannot be read: .*Unclosed block/)])
  })

  it('that reach the page refuse a pin, unless the release lets that remote', () => {
    const store = storeOfThree()
    pin(store, [putShell(store), putRemote(store, 'users')], mara)
    const drivers = publish(store, builtRemote('drivers', {}, { 'routes.css': 'body{display:none}' })).descriptor
    expect(() => pin(store, [drivers], mara)).toThrow(
      'drivers, styles: routes.css: the selector body reaches what is not its own',
    )
    const plan = planPin(store, [drivers], mara, { reachesPage: ['drivers'] })
    expect(commit(store, plan).reachesPage).toEqual(['drivers'])
    const next = putRemote(store, 'users', { version: '1.1.0', build: build(1) })
    expect(pin(store, [next], mara).reachesPage).toEqual(['drivers'])
  })
})
