// jsdom knows no popovers: their buttons, Escape and a click elsewhere, as far as tests need them.
const returns = new Map<HTMLElement, Element | null>()

function toggle(panel: HTMLElement, open: boolean) {
  const back = returns.get(panel)
  if ((back !== undefined) === open) return
  const hadFocus = panel.contains(document.activeElement)
  if (open) returns.set(panel, document.activeElement)
  else returns.delete(panel)
  panel.style.display = open ? 'block' : ''
  if (!open && hadFocus && back instanceof HTMLElement) back.focus()
  panel.dispatchEvent(Object.assign(new Event('toggle'), { newState: open ? 'open' : 'closed' }))
}

const panelOf = (target: EventTarget | null) => {
  const button = target instanceof Element ? target.closest('button[popovertarget]') : null
  return button && document.getElementById(button.getAttribute('popovertarget') ?? '')
}

const page: Window & { knowsPopovers?: boolean } = window
if (!page.knowsPopovers) {
  page.knowsPopovers = true
  HTMLElement.prototype.hidePopover = function () {
    toggle(this, false)
  }
  document.addEventListener('click', ({ target }) => {
    const panel = panelOf(target)
    if (panel) toggle(panel, !returns.has(panel))
  })
  document.addEventListener('pointerdown', ({ target }) => {
    for (const panel of returns.keys())
      if (target instanceof Node && !panel.contains(target) && panelOf(target) !== panel) toggle(panel, false)
  })
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !event.defaultPrevented) for (const panel of returns.keys()) toggle(panel, false)
  })
}
