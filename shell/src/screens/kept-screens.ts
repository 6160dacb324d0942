import { createPath, type Location } from '@interline/shared/router'

/** A screen that is mounted: the one that is shown, one that was left, or one drawn ahead of its first visit. */
export type KeptScreen = {
  /** The path of its route: two addresses of one route are one screen. */
  path: string
  location: Location
  /** What the screen is drawn into. It is part of the page only while the screen is shown. */
  place: HTMLElement
  isAhead: boolean
}

const mostHidden = 6
const mostHiddenWithLittleMemory = 2
const littleMemoryGb = 4

/** How many screens stay mounted beside the one that is shown. */
export function hiddenScreens(): number {
  const { deviceMemory = littleMemoryGb } = navigator as Navigator & { deviceMemory?: number }
  return deviceMemory < littleMemoryGb ? mostHiddenWithLittleMemory : mostHidden
}

const newPlace = () => document.createElement('div')

/**
 * The screens once `path` is shown at `location`: it comes first, then those that were shown before, the latest first.
 * A screen that is come back to at the address where it was left stays just as it was. The same list when nothing
 * changed.
 */
export function showScreen(
  kept: readonly KeptScreen[],
  { path, location }: Pick<KeptScreen, 'path' | 'location'>,
  { most, keeps }: { most: number; keeps: (path: string) => boolean },
): readonly KeptScreen[] {
  const known = kept.find((screen) => screen.path === path)
  const isSame = known !== undefined && isSameAddress(known.location, location)
  if (isSame && known === kept[0]) return kept
  const shown: KeptScreen = {
    path,
    location: isSame ? known.location : location,
    place: known?.place ?? newPlace(),
    isAhead: false,
  }
  const others = kept.filter((screen) => screen !== known && keeps(screen.path))
  const visited = others.filter(({ isAhead }) => !isAhead)
  const ahead = others.filter(({ isAhead }) => isAhead)
  return [shown, ...[...visited, ...ahead].slice(0, most)]
}

/** A screen that nobody visited, as its entry in the sidebar opens it. */
export const screenAhead = (path: string): KeptScreen => ({
  path,
  location: { pathname: path, search: '', hash: '', state: null, key: 'default' },
  place: newPlace(),
  isAhead: true,
})

const isSameAddress = (a: Location, b: Location) =>
  createPath(a) === createPath(b) && JSON.stringify(a.state) === JSON.stringify(b.state)
