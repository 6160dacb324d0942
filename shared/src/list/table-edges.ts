/** Marks, while a table is scrolled sideways, at which edges cells are hidden: there its pinned columns throw a shadow. */
export function followEdges(ground: HTMLElement, width: number): () => void {
  const mark = () => {
    ground.toggleAttribute('data-hidden-before', ground.scrollLeft > 0)
    ground.toggleAttribute('data-hidden-after', ground.scrollLeft + ground.clientWidth < width - 1)
  }
  mark()
  ground.addEventListener('scroll', mark, { passive: true })
  return () => {
    ground.removeEventListener('scroll', mark)
    ground.removeAttribute('data-hidden-before')
    ground.removeAttribute('data-hidden-after')
  }
}
