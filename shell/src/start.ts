// This script is inline in the page: it requests the first data of the screen while the code of all parts is loading.
// When anything is wrong it requests nothing, and the screen does it later. It imports nothing; `takeFirstAnswer` of
// shared takes the answer.
{
  type FirstData = { get: string; sort?: string; sorts?: string; pagesForRoles?: boolean }
  type Remote = { descriptor: { firstData?: Record<string, FirstData> } }

  type First = { url: string; token: string; at: number; body?: unknown; arrived?: Promise<void> }

  const page = window as Window & { interlineFirst?: First; interlineAsk?: (address: URL | Location) => void }
  const stored = (key: string): unknown => JSON.parse(localStorage.getItem(key) ?? 'null')
  type Preferences = { colourScheme?: string; tableSize?: number }
  const preferences = () => (stored('interline-preferences') as { state?: Preferences } | null)?.state ?? {}
  // Before anything is painted: written later, it would have the whole page styled anew. InterlineProvider follows it.
  const writeScheme = () => {
    const chosen = preferences().colourScheme
    const isDark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
    document.documentElement.dataset.scheme = isDark ? 'dark' : 'light'
  }

  const read = (id: string): unknown => JSON.parse(document.getElementById(id)?.textContent ?? 'null')
  const sizes = [10, 20, 50, 100]

  /** A field that the screen does not sort by counts as not named; an empty order is the server's own. */
  const orderOf = (named: string | null, sort: string, sorts?: string) =>
    named === '' || sorts?.split(' ').includes((named ?? '').replace(/^-/, '')) ? named : sort

  /** Whether the Chat List has pages, as `useBackend` knows it. */
  const hasPages = () => {
    const backend = stored('interline-backend')
    if (Array.isArray(backend)) return backend.includes('conversations')
    return (stored('user') as { admin_role?: string } | null)?.admin_role !== undefined
  }

  const queryOf = (search: string, names: string[], sort: string, sorts?: string) => {
    const address = new URLSearchParams(search)
    if ([...address.keys()].some((name) => !names.includes(name))) return null
    const size = [Number(address.get('size')), preferences().tableSize ?? 20].find((rows) => sizes.includes(rows)) ?? 20
    const cursor = address.get('cursor')?.slice(0, 4000)
    const page = Math.min(Math.floor(10_000 / size), Math.max(1, Math.trunc(Number(address.get('page'))) || 1))
    const order = orderOf(address.get('sort'), sort, sorts)
    const q = (address.get('q') ?? '')
      .slice(0, 200)
      .replace(/[\p{Cc}\p{Cs}]/gu, ' ')
      .trim()
    return new URLSearchParams({
      ...(cursor ? { cursor } : { page: address.get('page') === 'last' ? 'last' : String(page) }),
      page_size: String(size),
      ...(order && { sort: order }),
      ...(q !== '' && { q }),
    })
  }

  /** Asks for what the screen at an address shows first, unless the last answer is just that, and nobody took it. */
  const ask = ({ pathname, search }: { pathname: string; search: string }) => {
    const token = localStorage.getItem('token')
    const { apiUrl } = read('interline-settings') as { apiUrl: string }
    const { remotes } = read('interline-release') as { remotes: Record<string, Remote> }
    const firstData = Object.values(remotes).flatMap(({ descriptor }) => descriptor.firstData?.[pathname] ?? [])[0]
    if (!token || !firstData || !/^\/[\w/-]+$/.test(firstData.get)) return
    const { sort, sorts, pagesForRoles } = firstData
    // The address of a list that has pages for some roles alone names none of them.
    const names = ['sort', 'q', ...(pagesForRoles ? [] : ['page', 'cursor', 'size'])]
    const query = sort === undefined || (pagesForRoles && !hasPages()) ? '' : queryOf(search, names, sort, sorts)
    if (query === null) return
    const url = `${apiUrl}/api/v1${firstData.get}${query === '' ? '' : `?${query}`}`
    const before = page.interlineFirst
    if (before?.url === url && before.token === token && performance.now() - before.at < 20_000) return
    const answer = fetch(url, {
      signal: AbortSignal.timeout(60_000),
      headers: { Accept: 'application/json', Authorization: `Bearer ${token}`, 'public-request': 'true' },
    })
    const first: First = { url, token, at: performance.now() }
    first.arrived = answer
      .then(async (response) => {
        if (response.ok) first.body = await response.json()
      })
      .catch(() => undefined)
    page.interlineFirst = first
  }

  // The first formatter of dates loads all that a browser knows of calendars; those that the screen makes then cost
  // next to nothing.
  const prepareDates = () => void Intl.DateTimeFormat().resolvedOptions()

  page.interlineAsk = (address) => {
    try {
      ask(address)
    } catch {
      // Storage can be forbidden, and a page can be altered.
    }
  }
  page.interlineAsk(location)
  try {
    writeScheme()
  } catch {
    // The page has the system's scheme until it is known which one the person likes.
  }
  setTimeout(prepareDates)
}
