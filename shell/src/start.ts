// This script is inline in the page: it requests the first data of the screen while the code of all parts is loading.
// When anything is wrong it requests nothing, and the screen does it later. It imports nothing; `takeFirstAnswer` of
// shared takes the answer.
{
  type FirstData = { get: string; sort?: string; sorts?: string; pagesForRoles?: boolean }
  type Remote = { descriptor: { firstData?: Record<string, FirstData> } }

  const read = (id: string): unknown => JSON.parse(document.getElementById(id)?.textContent ?? 'null')
  const sizes = [10, 20, 50, 100]

  /** What the screen does not sort by counts as not named; an empty order is the server's own. */
  const orderOf = (named: string | null, sort: string, sorts?: string) =>
    named === '' || sorts?.split(' ').includes((named ?? '').replace(/^-/, '')) ? named : sort

  const hasRole = () =>
    (JSON.parse(localStorage.getItem('user') ?? 'null') as { admin_role?: string } | null)?.admin_role !== undefined

  const queryOf = (names: string[], sort: string, sorts?: string) => {
    const address = new URLSearchParams(location.search)
    if ([...address.keys()].some((name) => !names.includes(name))) return null
    const { state } = JSON.parse(localStorage.getItem('interline-preferences') ?? '{}') as {
      state?: { tableSize?: number }
    }
    const size = [Number(address.get('size')), state?.tableSize ?? 20].find((rows) => sizes.includes(rows)) ?? 20
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

  const begin = () => {
    const token = localStorage.getItem('token')
    const { apiUrl } = read('interline-settings') as { apiUrl: string }
    const { remotes } = read('interline-release') as { remotes: Record<string, Remote> }
    const firstData = Object.values(remotes).flatMap(
      ({ descriptor }) => descriptor.firstData?.[location.pathname] ?? [],
    )[0]
    if (!token || !firstData || !/^\/[\w/-]+$/.test(firstData.get)) return
    const { sort, sorts, pagesForRoles } = firstData
    // The address of a list that has pages for some roles alone names none of them.
    const names = ['sort', 'q', ...(pagesForRoles ? [] : ['page', 'cursor', 'size'])]
    const query = sort === undefined || (pagesForRoles && !hasRole()) ? '' : queryOf(names, sort, sorts)
    if (query === null) return
    const url = `${apiUrl}/api/v1${firstData.get}${query === '' ? '' : `?${query}`}`
    const answer = fetch(url, {
      signal: AbortSignal.timeout(60_000),
      headers: { Accept: 'application/json', Authorization: `Bearer ${token}`, 'public-request': 'true' },
    })
    const first: { url: string; token: string; at: number; body?: unknown; arrived?: Promise<void> } = {
      url,
      token,
      at: performance.now(),
    }
    first.arrived = answer
      .then(async (response) => {
        if (response.ok) first.body = await response.json()
      })
      .catch(() => undefined)
    Object.assign(window, { interlineFirst: first })
  }

  // The first formatter of dates loads all that a browser knows of calendars; those that the screen makes then cost
  // next to nothing.
  const prepareDates = () => void Intl.DateTimeFormat().resolvedOptions()

  try {
    begin()
  } catch {
    // Storage can be forbidden, and a page can be altered.
  }
  setTimeout(prepareDates)
}
