import { beforeEach, describe, expect, it, vi } from 'vitest'

const key = 'interline-preferences'
const settings = (text: string) => {
  document.body.innerHTML = `<script type="application/json" id="interline-settings">${text}</script>`
}

async function freshTab() {
  vi.resetModules()
  return import('./index.ts')
}

beforeEach(() => {
  localStorage.clear()
  document.body.innerHTML = ''
})

describe('settings', () => {
  it('§9 have the loader at 3000 ms and the footer at 2024 unless the operator says otherwise', async () => {
    const { readSettings } = await freshTab()
    expect(readSettings()).toEqual({
      apiUrl: window.location.origin,
      socketUrl: window.location.origin,
      documentsUrl: window.location.origin,
      loaderMs: 3000,
      footerYear: 2024,
      timeZone: null,
      singleSignOn: null,
      devOverride: false,
    })
  })

  it('come from the page, each on its own', async () => {
    settings(
      '{"apiUrl":"https://api.test/","documentsUrl":"https://files.test/","loaderMs":0,"footerYear":"soon","timeZone":"Europe/Berlin",' +
        '"singleSignOn":{"name":"Office Login","isOnly":"perhaps"}}',
    )
    const { readSettings } = await freshTab()
    expect(readSettings()).toEqual({
      apiUrl: 'https://api.test',
      socketUrl: 'https://api.test',
      documentsUrl: 'https://files.test',
      loaderMs: 0,
      footerYear: 2024,
      timeZone: 'Europe/Berlin',
      singleSignOn: { name: 'Office Login', isOnly: false },
      devOverride: false,
    })
  })

  it.each(['', '{', 'null', '[1]', '"x"'])('are the defaults when the page says %s', async (text) => {
    settings(text)
    const { readSettings } = await freshTab()
    expect(readSettings().loaderMs).toBe(3000)
  })
})

describe('preferences', () => {
  it('outlive the tab', async () => {
    const first = await freshTab()
    first.usePreferences.setState({ colourScheme: 'dark' })
    first.usePreferences.setState({ tableSize: 50 })
    expect(first.usePreferences.getState().singleKeys).toBe(true)
    first.usePreferences.setState({ singleKeys: false })
    const { usePreferences } = await freshTab()
    expect(usePreferences.getState()).toMatchObject({ colourScheme: 'dark', tableSize: 50, singleKeys: false })
  })

  it.each([
    '{',
    '{"state":null,"version":0}',
    '{"state":{"colourScheme":"pink","tableSize":100000,"timeZone":"Mars/Olympus"},"version":0}',
  ])('are the defaults where storage holds %s', async (stored) => {
    localStorage.setItem(key, stored)
    const { usePreferences } = await freshTab()
    expect(usePreferences.getState()).toMatchObject({ colourScheme: 'system', tableSize: 20, timeZone: null })
  })

  it('take the time zone of the administrator, else the operator, else the browser', async () => {
    settings('{"timeZone":"Europe/Berlin",' + '"singleSignOn":{"name":"Office Login","isOnly":"perhaps"}}')
    const { timeZoneInUse, usePreferences } = await freshTab()
    expect(timeZoneInUse()).toBe('Europe/Berlin')
    usePreferences.setState({ timeZone: 'Asia/Tokyo' })
    expect(timeZoneInUse()).toBe('Asia/Tokyo')
    settings('{"timeZone":"Mars/Olympus"}')
    localStorage.clear()
    expect((await freshTab()).timeZoneInUse()).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone)
  })
})
