import { create } from 'zustand'

/** Which dialog of the shell's own is open: the search over everything, or the list of shortcuts. */
export const useOpenDialog = create<'search' | 'keys' | null>()(() => null)

export const openSearch = () => useOpenDialog.setState('search')
export const openKeys = () => useOpenDialog.setState('keys')
export const closeDialog = () => useOpenDialog.setState(null)
