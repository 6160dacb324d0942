import { create } from 'zustand'

type OpenDialog = {
  name: 'search' | 'keys' | null
  /** What the search begins with. */
  typed: string
}

/** Which dialog of the shell's own is open: the search over everything, or the list of shortcuts. */
export const useOpenDialog = create<OpenDialog>()(() => ({ name: null, typed: '' }))

export const openSearch = (typed = '') => useOpenDialog.setState({ name: 'search', typed })
export const openKeys = () => useOpenDialog.setState({ name: 'keys' })
export const closeDialog = () => useOpenDialog.setState({ name: null, typed: '' })
