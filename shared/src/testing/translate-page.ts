/**
 * Does to the page what a browser's translator does: in the place of each text stands a `<font>` in a `<font>` with a
 * text of its own. React never learns of it. The words stay, so that a test can look for them.
 */
export function translatePage() {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  for (const text of texts) {
    if (text.data.trim() === '' || text.parentElement?.closest('style, script, textarea')) continue
    const [outer, inner] = [document.createElement('font'), document.createElement('font')]
    outer.append(inner)
    inner.append(text.data)
    text.replaceWith(outer)
  }
}
