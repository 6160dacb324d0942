import { usePreferences } from '@interline/shared/session'

/**
 * Whether the sidebar shows titles or icons only, as this administrator chose. The `{layout}` of SPEC §2's not-found
 * page.
 */
export const useLayoutName = (): 'wide' | 'compact' =>
  usePreferences((chosen) => chosen.sidebarCollapsed) ? 'compact' : 'wide'
