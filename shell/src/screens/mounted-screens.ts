import { createPath, type Location } from '@interline/shared/router'

/** A screen that is mounted: the one that is shown, one that was left, or one drawn ahead of its first visit. */
export type MountedScreen = {
  /** The path of its route: two addresses of one route are one screen. */
  path: string
  location: Location
  /** What the screen is drawn into. It is part of the page only while the screen is shown. */
  container: HTMLElement
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

const newContainer = () => document.createElement('div')

/**
 * The screens once `path` is shown at `location`: it comes first, then those that were shown before, the latest first.
 * A screen that is come back to at the address where it was left stays just as it was. The same list when nothing
 * changed.
 */
export function showScreen(
  mounted: readonly MountedScreen[],
  { path, location }: Pick<MountedScreen, 'path' | 'location'>,
  { most, keeps }: { most: number; keeps: (path: string) => boolean },
): readonly MountedScreen[] {
  const known = mounted.find((screen) => screen.path === path)
  const isSame = known !== undefined && isSameAddress(known.location, location)
  if (isSame && known === mounted[0]) return mounted
  const shown: MountedScreen = {
    path,
    location: isSame ? known.location : location,
    container: known?.container ?? newContainer(),
    isAhead: false,
  }
  const others = mounted.filter((screen) => screen !== known && keeps(screen.path))
  const visited = others.filter(({ isAhead }) => !isAhead)
  const ahead = others.filter(({ isAhead }) => isAhead)
  return [shown, ...[...visited, ...ahead].slice(0, most)]
}

/** A screen that nobody visited, as its entry in the sidebar opens it. */
export const screenAhead = (path: string): MountedScreen => ({
  path,
  location: { pathname: path, search: '', hash: '', state: null, key: 'default' },
  container: newContainer(),
  isAhead: true,
})

const isSameAddress = (a: Location, b: Location) =>
  createPath(a) === createPath(b) && JSON.stringify(a.state) === JSON.stringify(b.state)
