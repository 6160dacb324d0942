import { matchesRoute, pinnedAt, type Release } from '@interline/federation/runtime'
import { createPath } from '@interline/shared/router'
import type { SessionState } from '@interline/shared/session'
import { t } from '../../messages.ts'
import { offeredEntries } from '../../remotes/offered-entries.ts'
import type { Place } from '../../search/option.ts'
import type { KnownViews } from './use-views.ts'

/** A stop on the sidebar's line. `remote` is null for the shell's own. */
export type SidebarEntry = Place & {
  remote: string | null
  /** Whether the screen is a list that has a search of its own. */
  isList: boolean
  /** A view of the screen above it has this: what it shows, and how many rows that are, where it is known. */
  view?: { path: string; query: string; count: string | undefined }
}

/** The sidebar of a release: the shell's Dashboard, then what the remotes bring this administrator, in their order. */
export function sidebarEntries({ remotes }: Release, user: SessionState['user']): SidebarEntry[] {
  const brought = Object.values(remotes)
    .flatMap((remote) =>
      offeredEntries(remote, user).map((entry) => ({
        ...entry,
        remote: remote.descriptor.name,
        isList: remote.descriptor.firstData?.[entry.path]?.sorts !== undefined,
        to: entry.path,
      })),
    )
    .sort((a, b) => a.order - b.order || a.title.localeCompare(b.title))
  return [
    {
      title: t('sidebar.dashboard'),
      path: '/',
      icon: 'dashboard',
      remote: null,
      isList: false,
      to: '/',
      shortcut: 'h',
    },
    ...brought,
  ]
}

/** The entries whose title holds the text, in any case. */
export function filterEntries(entries: SidebarEntry[], text: string): SidebarEntry[] {
  const wanted = text.trim().toLowerCase()
  return wanted === '' ? entries : entries.filter(({ title }) => title.toLowerCase().includes(wanted))
}

/** The lists that can be searched for a text which no screen is called by. */
export function listsFor(entries: SidebarEntry[], text: string): SidebarEntry[] {
  const q = text.trim()
  if (q === '' || filterEntries(entries, q).length > 0) return []
  return entries.flatMap((entry) =>
    entry.isList ? [{ ...entry, to: `${entry.path}?${new URLSearchParams({ q }).toString()}` }] : [],
  )
}

type Routes = Pick<Release, 'remotes'>

/** The entries, each with the views of its lists below it: of those for which the release has a screen. */
export function withViews(entries: SidebarEntry[], release: Routes, { views, counts }: KnownViews): SidebarEntry[] {
  const drawn = views.filter(({ path }) => pinnedAt(release, path) !== undefined)
  return entries.flatMap((entry) => [
    entry,
    ...drawn
      .filter(({ path }) => activePath(entries, release, path) === entry.path)
      .map(({ _id, name, path, query }) => ({
        ...{ title: name, path: `${path}#${_id}`, icon: 'bookmark', remote: entry.remote, isList: false },
        to: createPath({ pathname: path, search: query }),
        view: { path, query, count: counts[_id] },
      })),
  ])
}

/** The path of the entry one is at: its own screen or one below it, else the first entry of the screen's remote. */
export function activePath(entries: SidebarEntry[], { remotes }: Routes, pathname: string): string | null {
  const own = entries.find(({ path }) => matchesRoute(path, pathname))
  if (own) return own.path
  const above = entries.find(({ path }) => path !== '/' && pathname.startsWith(`${path}/`))
  if (above) return above.path
  const owner = pinnedAt({ remotes }, pathname)
  return entries.find(({ remote }) => remote !== null && remote === owner?.descriptor.name)?.path ?? null
}
