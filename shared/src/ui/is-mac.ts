/** On a Mac the Command key does what Ctrl does elsewhere. */
export const isMac = () => /Mac|iPhone|iPad/.test(navigator.userAgent)
