import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../workspace/parts.ts'

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'deploy/README.md',
  'bench/peers/README.md',
  ...['docs', 'docs/decisions'].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`),
  ),
]

const textOf = (page: string) => readFileSync(join(root, page), 'utf8')
const withoutBlocks = (text: string) => text.replace(/^```.*?^```$/gms, '')

/** The addresses of a page's headings, as GitHub makes them. */
const anchorsOf = (text: string) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )

/** Links to files and headings that are not there. */
function brokenLinks(page: string, text: string): string[] {
  const links = [...withoutBlocks(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
  return links.filter((link) => {
    if (/^https?:/.test(link)) return false
    const [path = '', anchor] = link.split('#')
    const target = path === '' ? page : join(dirname(page), path)
    if (!existsSync(join(root, target))) return true
    return anchor !== undefined && !anchorsOf(textOf(target)).includes(anchor)
  })
}

const folders = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

/** Paths from the root of the repository that are not there. `*`, `…` and words in capitals stand for any name. */
function missingPaths(text: string): string[] {
  const code = [...withoutBlocks(text).matchAll(/`([\w.@*…/-]+)`/g)].map(([, path = '']) => path)
  return code.filter((path) => {
    const names = path.split('/')
    const known = names.length > 1 && folders.includes(names[0] ?? '') && !names.includes('dist')
    return known && !/[*…]|\b[A-Z]{2,}\b(?!\.md)/.test(path) && !existsSync(join(root, path))
  })
}

describe('the documentation', () => {
  it.each(pages)('%s names only files and headings that are there', (page) => {
    const text = textOf(page)
    expect([...brokenLinks(page, text), ...missingPaths(text)]).toEqual([])
  })

  it('would notice a file and a heading that are gone', () => {
    expect(brokenLinks('README.md', '[a](docs/none.md) [b](README.md#none) [c](docs/teams.md)')).toEqual([
      'docs/none.md',
      'README.md#none',
    ])
    expect(missingPaths('`server/src/none.ts`, `server/src/main.ts`, `scripts/NAME.mjs`')).toEqual([
      'server/src/none.ts',
    ])
  })
})

describe('a decision', () => {
  const decisions = pages.filter((page) => page.startsWith('docs/decisions/'))

  it.each(decisions)('%s has the form of all, and is at most one page', (page) => {
    const text = textOf(page)
    const number = page.slice('docs/decisions/'.length, 'docs/decisions/'.length + 3)
    const [title, , status] = text.split('\n')
    expect(title).toMatch(new RegExp(`^# ${number}: `))
    expect(status).toMatch(/^Status: (Accepted|Superseded by )/)
    expect([...text.matchAll(/^## (.+)$/gm)].map(([, title]) => title)).toEqual(['Context', 'Decision', 'Consequences'])
    const lines = text.trimEnd().split('\n')
    expect(lines.length).toBeLessThanOrEqual(50)
    expect(lines.filter((line) => line.length > 160)).toEqual([])
  })
})
