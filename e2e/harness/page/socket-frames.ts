import type { Page } from '@playwright/test'

/** How many frames with this text the page's sockets received; asked for before the page is opened. */
export function framesWith(page: Page, text: string): () => number {
  let count = 0
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (payload.toString().includes(text)) count += 1
    }),
  )
  return () => count
}

/** The server says so first on a websocket, when the page is connected by requests. */
export const welcome = '3probe'
