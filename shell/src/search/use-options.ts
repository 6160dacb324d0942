import { type ColourScheme, useBackend, usePermitted, usePreferences, useTimeZone } from '@interline/shared/session'
import { t as shellText } from '../messages.ts'
import { useLogOut } from '../auth/log-out.ts'
import { useHasScreen } from '../remotes/has-screen.ts'
import { openDialog } from '../open-dialog.ts'
import { termOf, type Option, type Place } from './option.ts'
import { readRecent } from './recent.ts'
import { chatOptions, recordOptions } from './record-options.ts'
import { t } from './texts.ts'
import { useRecords } from './use-records.ts'

/** How many people that were found can be chatted with from the list as it is. */
const mostChats = 2

const schemes: [ColourScheme, string][] = [
  ['light', 'sun'],
  ['dark', 'moon'],
  ['system', 'monitor'],
]

/** The options for the typed term; `onType` replaces the term. */
export function useOptions(typed: string, places: Place[], onType: (text: string) => void) {
  const timeZone = useTimeZone()
  const text = typed.trim()
  const start = t('chatStart')
  // "Chat with Ann" looks for Ann.
  const isChat = typed.toLowerCase().startsWith(start.toLowerCase())
  const term = isChat ? typed.slice(start.length).trim() : text
  const search = termOf(term)
  const hasScreen = useHasScreen()
  const mayChat = useMayChat()
  const { records, ...asked } = useRecords(term)
  const actions = useActions(onType)
  const screens = useScreens(places)
  const options = () => {
    if (isChat) return mayChat && records ? chatOptions(records) : []
    if (text === '') return [...readRecent(), ...screens, ...actions]
    const named = ({ title }: Option) => search.words.every((word) => title.toLowerCase().includes(word))
    if (!records) return [...screens, ...actions].filter(named)
    const all = recordOptions(records, search, timeZone)
    const lists = (['drivers', 'users', 'bookings'] as const).flatMap((kind): Option[] => {
      const found = all.filter((option) => option.kind === kind)
      const place = places.find(({ path }) => path === (kind === 'bookings' ? '/user-rides' : `/${kind}`))
      if (!place || found.length === 0) return found
      const to = `${place.path}?${new URLSearchParams({ q: term }).toString()}`
      const title = t('allIn', { term, list: place.title })
      return [...found, { id: `list ${place.path}`, kind, icon: 'search', title, to }]
    })
    const chats = mayChat ? chatOptions(records).slice(0, mostChats) : []
    return [...screens.filter(named), ...lists, ...actions.filter(named), ...chats]
  }
  const isThere = (option: Option) => !('to' in option) || hasScreen(option.to)
  return { options: options().filter(isThere), search, term, ...asked }
}

function useMayChat(): boolean {
  const hasScreen = useHasScreen()
  return usePermitted('chats:read') && hasScreen('/user-chat/id')
}

/** The screens of the sidebar, and the shell's own beside them. */
function useScreens(places: Place[]): Option[] {
  const hasAccount = useBackend().has('accounts')
  const releases = { title: shellText('releases.title'), path: '/releases', icon: 'route', to: '/releases' }
  const account = { title: shellText('account.title'), path: '/my-account', icon: 'account', to: '/my-account' }
  return [...places, releases, ...(hasAccount ? [account] : [])].map(({ title, path, icon, to, shortcut }: Place) => ({
    ...{ id: `screen ${path}`, kind: 'screens', icon, title, to },
    ...(shortcut && { shortcut: `g ${shortcut}` }),
  }))
}

function useActions(onType: (text: string) => void): Option[] {
  const logOut = useLogOut()
  const colourScheme = usePreferences((chosen) => chosen.colourScheme)
  const mayChat = useMayChat()
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
        action(t('appearance', { scheme: shellText(`preferences.${scheme}`) }), icon, () =>
          usePreferences.setState({ colourScheme: scheme }),
        ),
      ),
    action(t('keys'), 'help', () => openDialog('keys'), { staysOpen: true, shortcut: '?' }),
    action(shellText('about.title'), 'info', () => openDialog('about')),
    action(shellText('profile.logOut'), 'log-out', () => void logOut()),
  ]
}
