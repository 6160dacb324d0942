import { create } from 'zustand'

type DialogName = 'search' | 'keys' | 'about' | 'source'

/** The dialog of the shell's own that is open. */
export const useOpenDialog = create<{ name: DialogName | null }>()(() => ({ name: null }))

export const openDialog = (name: DialogName) => useOpenDialog.setState({ name })
export const closeDialog = () => useOpenDialog.setState({ name: null })
