import { usePermitted, usePreferences, useSession, useTimeZone, type ColourScheme } from '@interline/shared/session'
import { useT as useShellT } from '../messages.ts'
import { useLogOut } from '../page/log-out.ts'
import { useAboutScreen } from '../releases/about-screen.tsx'
import { openKeys } from '../page/open-dialog.ts'
import { termOf, type Option } from './option.ts'
import type { Place } from './places.ts'
import { readRecent } from './recent.ts'
import { chatOptions, recordOptions } from './record-options.ts'
import { useT } from './texts.ts'
import { useRecords } from './use-records.ts'

/** How many people that were found can be chatted with from the list as it is. */
const mostChats = 2

const schemes: [ColourScheme, string][] = [
  ['light', 'sun'],
  ['dark', 'moon'],
  ['system', 'monitor'],
]

/** What is offered for what was typed; `onType` replaces that. */
export function useOptions(typed: string, places: Place[], onType: (text: string) => void) {
  const t = useT()
  const timeZone = useTimeZone()
  const text = typed.trim()
  const start = t('chatStart')
  // "Chat with Ann" looks for Ann.
  const isChat = typed.toLowerCase().startsWith(start.toLowerCase())
  const term = isChat ? typed.slice(start.length).trim() : text
  const search = termOf(term)
  const mayChat = usePermitted('chats:read')
  const { records, ...asked } = useRecords(term)
  const actions = useActions(onType)
  const screens = useScreens(places)
  const options = () => {
    if (isChat) return mayChat && records ? chatOptions(records, t) : []
    if (text === '') return [...readRecent(), ...screens, ...actions]
    const wanted = search.words
    const named = ({ title }: Option) => wanted.every((word) => title.toLowerCase().includes(word))
    if (!records) return [...screens, ...actions].filter(named)
    const found = recordOptions(records, search, { t, timeZone })
    const lists = (['/drivers', '/users', '/user-rides'] as const).flatMap((path) => {
      const place = places.find((one) => one.path === path)
      const kind = path === '/user-rides' ? 'bookings' : path === '/drivers' ? 'drivers' : 'users'
      if (!place || !found.some((option) => option.kind === kind)) return []
      const to = `${path}?${new URLSearchParams({ q: term }).toString()}`
      return [
        {
          id: `list ${path}`,
          kind,
          icon: 'search',
          title: t('allIn', { term, list: place.title }),
          to,
        } satisfies Option,
      ]
    })
    const of = (kind: Option['kind']) => [...found, ...lists].filter((option) => option.kind === kind)
    const chats = mayChat ? chatOptions(records, t).slice(0, mostChats) : []
    return [
      ...screens.filter(named),
      ...of('drivers'),
      ...of('users'),
      ...of('bookings'),
      ...actions.filter(named),
      ...chats,
    ]
  }
  return { options: options(), search, term, ...asked }
}

/** The screens of the sidebar, and the shell's own beside them. */
function useScreens(places: Place[]): Option[] {
  const t = useShellT()
  const hasAccount = useSession(({ user }) => user?.admin_role !== undefined)
  const own: Place[] = [
    { title: t('releases.title'), path: '/releases', icon: 'route', to: '/releases' },
    ...(hasAccount ? [{ title: t('account.title'), path: '/my-account', icon: 'account', to: '/my-account' }] : []),
  ]
  return [...places, ...own].map(({ title, path, icon, to, shortcut }) => ({
    ...{ id: `screen ${path}`, kind: 'screens', icon, title, to },
    ...(shortcut && { shortcut: `g ${shortcut}` }),
  }))
}

function useActions(onType: (text: string) => void): Option[] {
  const t = useT()
  const shellT = useShellT()
  const logOut = useLogOut()
  const onAbout = useAboutScreen()
  const colourScheme = usePreferences((chosen) => chosen.colourScheme)
  const setColourScheme = usePreferences((chosen) => chosen.setColourScheme)
  const mayChat = usePermitted('chats:read')
  const mayFind = usePermitted('records:read')
  const action = (
    title: string,
    icon: string,
    run: () => void,
    more: { staysOpen?: true; shortcut?: string } = {},
  ): Option => ({
    ...{ id: `action ${title}`, kind: 'actions', icon, title, run, ...more },
  })
  return [
    ...(mayChat && mayFind
      ? [action(t('chatOpen'), 'message', () => onType(t('chatStart')), { staysOpen: true })]
      : []),
    ...schemes
      .filter(([scheme]) => scheme !== colourScheme)
      .map(([scheme, icon]) =>
        action(t('appearance', { scheme: shellT(`preferences.${scheme}`) }), icon, () => setColourScheme(scheme)),
      ),
    action(t('keys'), 'help', openKeys, { staysOpen: true, shortcut: '?' }),
    action(shellT('about.title'), 'info', onAbout),
    action(shellT('profile.logOut'), 'log-out', () => void logOut()),
  ]
}
