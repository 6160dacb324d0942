/** A screen that stands shows these. */
export type Wanted = {
  /** Its rows, or its figures where it has no rows. */
  row: string
  /** How many of them its page has; fewer will do where they fill the window. */
  least: number
  /** The text of its `h1`. */
  heading?: string
  /** Other rows than those that are there now. */
  otherRows?: boolean
  /** From when it is timed: the start of the navigation, now, or the next click. */
  since: 'navigation' | 'now' | 'click'
}

/**
 * Times in ms after `since`. `shift` is the sum of the layout shifts until then, `shifts` what moved. What moves in the
 * very frame of a new screen or of other rows has another place there and does not count: the footer of a shorter
 * screen, a row that is on both pages.
 */
export type Stood = { at: number; shift: number; shifts: string[] }

/**
 * Runs in the page and resolves once the screen stands: all rows of its page that the window can show are painted, its
 * figures and controls too, and for 300 ms nothing was added, taken away or moved. `at` is the end of the last frame
 * that changed any of it, before the rest. It is looked at after a frame, when the layout is known.
 */
function watchStanding(wanted: Wanted): Promise<Stood> {
  const rest = 300
  const placeholders = '#loader, .ant-skeleton, .ant-spin-spinning, .MuiSkeleton-root, .MuiLinearProgress-root'
  const controls = 'a[href], button, input, select, textarea, [role="switch"]'
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0
  const allShown = (selector: string, within: ParentNode = document) =>
    [...within.querySelectorAll(selector)].filter(isShown)

  const numbers = new WeakMap<Element, number>()
  let numbered = 0
  const numberOf = (element: Element) => {
    const number = numbers.get(element) ?? (numbered += 1)
    numbers.set(element, number)
    return number
  }
  const keyOf = (row: Element | undefined) => row && (row.getAttribute('data-row-key') ?? numberOf(row))

  /** How much there is. A text that another replaces in its place moves nothing. */
  const seeScreen = () => {
    const rows = allShown(wanted.row)
    const main = allShown('main')[0] ?? document.body
    const shown = allShown(controls, main)
    const texts = (main as HTMLElement).innerText.split(/[\t\n]+/).filter((text) => text.trim() !== '')
    const disabled = shown.filter((one) => one.matches(':disabled, [aria-disabled="true"]'))
    const headings = allShown('h1', main).map(({ textContent }) => textContent)
    const isFull = (rows.at(-1)?.getBoundingClientRect().bottom ?? 0) >= innerHeight
    const isHeaded = wanted.heading === undefined || headings.includes(wanted.heading)
    const isEnough = rows.length > 0 && (rows.length >= wanted.least || isFull)
    const isWhole = isHeaded && isEnough && allShown(placeholders).length === 0
    const top = keyOf(rows[0])
    const picture = [isWhole, rows.map(numberOf), shown.length, disabled.length, texts.length, headings].join(' ')
    return { isHeaded, isWhole, top, picture }
  }

  return new Promise((resolve) => {
    const topBefore = wanted.otherRows ? keyOf(allShown(wanted.row)[0]) : undefined
    let began = wanted.since === 'navigation' ? 0 : performance.now()
    let seen: ReturnType<typeof seeScreen> | undefined
    let changedAt = began
    let headedAt = 0
    let wholeAt = 0
    let isLooking = false
    let hasChanged = false
    let timer = 0
    const shifts: { at: number; value: number; moved: string }[] = []

    const onShifts = (entries: PerformanceEntry[]) => {
      for (const entry of entries as (PerformanceEntry & { value: number; sources: { node?: Node }[] })[]) {
        if (entry.startTime < began) continue
        changedAt = Math.max(changedAt, entry.startTime)
        const moved = entry.sources.map(({ node }) =>
          node instanceof Element ? `${node.tagName.toLowerCase()}.${node.getAttribute('class') ?? ''}` : 'text',
        )
        shifts.push({ at: entry.startTime, value: entry.value, moved: `${entry.value.toFixed(4)} ${moved.join(', ')}` })
      }
      wait()
    }
    // Pictures that come late are painted without any change of the document. A late typeface counts by its shift.
    const onFiles = (entries: PerformanceEntry[]) => {
      for (const { name, startTime, duration, initiatorType } of entries as PerformanceResourceTiming[]) {
        const end = startTime + duration
        const isPicture = ['img', 'image', 'use', 'css'].includes(initiatorType) && !/\.woff2?$/.test(name)
        if (isPicture && end >= began) changedAt = Math.max(changedAt, end)
      }
      wait()
    }
    const shiftObserver = new PerformanceObserver((list) => onShifts(list.getEntries()))
    const fileObserver = new PerformanceObserver((list) => onFiles(list.getEntries()))
    const mutationObserver = new MutationObserver(() => {
      hasChanged = true
      look()
    })

    // The first task after a frame marks the end of the frame. What changed since the frame began may not be painted.
    const look = () => {
      if (isLooking) return
      isLooking = true
      requestAnimationFrame(() => {
        hasChanged = false
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => {
          port1.close()
          isLooking = false
          if (hasChanged) return look()
          const now = performance.now()
          const next = seeScreen()
          if (next.picture !== seen?.picture) changedAt = Math.max(changedAt, now)
          if (next.isHeaded && headedAt === 0) headedAt = now
          seen = next
          if (isThere() && wholeAt === 0) wholeAt = now
          wait()
        }
        port2.postMessage(0)
      })
    }
    const isThere = () => seen?.isWhole && (!wanted.otherRows || seen.top !== topBefore)
    const wait = () => {
      clearTimeout(timer)
      if (isThere()) timer = window.setTimeout(end, Math.max(0, changedAt + rest - performance.now()))
    }
    const end = () => {
      onShifts(shiftObserver.takeRecords())
      onFiles(fileObserver.takeRecords())
      clearTimeout(timer)
      if (isLooking || performance.now() < changedAt + rest) return isLooking ? undefined : wait()
      for (const observer of [shiftObserver, fileObserver, mutationObserver]) observer.disconnect()
      const newAt = wanted.otherRows ? wholeAt : wanted.since === 'click' ? headedAt : 0
      const counted = shifts.filter(({ at }) => at >= newAt)
      resolve({
        at: changedAt - began,
        shift: counted.reduce((sum, { value }) => sum + value, 0),
        shifts: counted.map(({ moved }) => moved),
      })
    }
    const begin = () => {
      changedAt = began
      shiftObserver.observe({ type: 'layout-shift', buffered: true })
      fileObserver.observe({ type: 'resource', buffered: true })
      mutationObserver.observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
      look()
    }
    if (wanted.since === 'click')
      addEventListener(
        'click',
        ({ timeStamp }) => {
          began = timeStamp
          begin()
        },
        { capture: true, once: true },
      )
    else begin()
  })
}

/** The same as text, a promise in the page. tsx wraps functions in a call of its own, which a page does not have. */
export const standing = (wanted: Wanted): string =>
  `((__name) => (${watchStanding.toString()})(${JSON.stringify(wanted)}))((one) => one)`
