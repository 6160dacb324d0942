/**
 * Of all builds of one origin only the styles of one apply: a rule that was taken out of the source is gone from the screen too. The others
 * are switched off and not removed, because webpack knows them as loaded.
 */
export function showStylesOf(origin: string, base: string): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) {
    if (link.href.startsWith(`${origin}/`)) link.disabled = !link.href.startsWith(base)
  }
}
