/** The list shows these conversations: those whose last message is the person's, one's own, nobody's, closed ones. */
export const chatFilters = ['unanswered', 'mine', 'unassigned', 'closed'] as const

/** So far conversations are counted: more are said to be more. */
export const countedConversations = 1000

/** So many people one connection asks about at most: who is there, and who types. */
export const mostWatched = 200

/** The text after "/" that finds a canned reply. */
export const shortcutPattern = /^[a-z0-9][a-z0-9-]{0,31}$/
