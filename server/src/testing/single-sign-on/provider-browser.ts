/** A browser without pictures: it keeps cookies, follows redirects, and sends the provider's forms. */
export function openProviderBrowser() {
  const cookies = new Map<string, string>()

  async function request(url: string, form?: Record<string, string>): Promise<Response> {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
      if (value === '' || /expires=Thu, 01 Jan 1970/i.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }

  /** Follows redirects as long as they stay at the provider. Returns the address that leads away, or the page. */
  async function follow(
    url: string,
    form?: Record<string, string>,
  ): Promise<{ away: string } | { page: string; at: string }> {
    const { origin } = new URL(url)
    let response = await request(url, form)
    let at = url
    for (let hops = 0; response.headers.has('location') && hops < 10; hops++) {
      at = new URL(response.headers.get('location') ?? '', at).href
      if (new URL(at).origin !== origin) return { away: at }
      response = await request(at)
    }
    return { page: await response.text(), at }
  }

  return {
    follow,
    /** Signs in on the provider's page, unless its session is there still. Returns where it sends the browser to. */
    async signIn(authorizationUrl: string, login: string): Promise<string> {
      const first = await follow(authorizationUrl)
      if ('away' in first) return first.away
      const action = /<form[^>]* action="([^"]+)"/.exec(first.page)?.[1]
      if (action === undefined) throw new Error(`no form on the page of the provider: ${first.page.slice(0, 2000)}`)
      const sent = await follow(new URL(action, first.at).href, { prompt: 'login', login, password: 'any' })
      if ('away' in sent) return sent.away
      throw new Error(`the provider did not send the browser away: ${sent.page.slice(0, 2000)}`)
    },
  }
}
