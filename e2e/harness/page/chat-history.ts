import type { Page } from '@playwright/test'

/** Answers the conversation with this person with these messages instead of those of the backend. */
export const answerHistory = (page: Page, personId: string, data: object[]) =>
  page.route(
    (url) => url.pathname === `/api/v1/user/chats/${personId}`,
    (route) =>
      route.request().method() === 'GET'
        ? route.fulfill({ headers: { 'access-control-allow-origin': '*' }, json: { success: true, data } })
        : route.continue(),
  )
