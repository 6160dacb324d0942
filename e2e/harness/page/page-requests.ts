import type { CDPSession } from '@playwright/test'

/**
 * A request of a page as the browser's protocol reports it: `kind` is Document, Script, Stylesheet and so on,
 * `initiator` the script that asked for it.
 */
export type RequestedFile = { url: string; kind: string; initiator: string | null }

/**
 * A request of a page with its times: `wallTime` in seconds of the clock, the others in seconds of the browser's own; 0
 * is not known. `sendEnd` and `headersEnd` are ms after `requestTime`.
 */
export type PageRequest = RequestedFile & {
  wallTime: number
  timestamp: number
  requestTime: number
  sendEnd: number
  headersEnd: number
  finished: number
  bytes: number
}

/** Follows what a page asks for, from now on. */
export async function followRequests(session: CDPSession): Promise<Map<string, PageRequest>> {
  const requests = new Map<string, PageRequest>()
  session.on('Network.requestWillBeSent', ({ requestId, request, type, initiator, wallTime, timestamp }) => {
    const frames = initiator.stack?.callFrames ?? initiator.stack?.parent?.callFrames ?? []
    const by = initiator.type === 'script' ? (frames.find(({ url }) => url !== '')?.url ?? null) : null
    requests.set(requestId, {
      url: request.url,
      kind: type ?? 'Other',
      initiator: by,
      wallTime,
      timestamp,
      requestTime: 0,
      sendEnd: 0,
      headersEnd: 0,
      finished: 0,
      bytes: 0,
    })
  })
  session.on('Network.responseReceived', ({ requestId, response: { timing } }) => {
    const request = requests.get(requestId)
    if (request && timing)
      Object.assign(request, {
        requestTime: timing.requestTime,
        sendEnd: timing.sendEnd,
        headersEnd: timing.receiveHeadersEnd,
      })
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength, timestamp }) => {
    const request = requests.get(requestId)
    if (request) Object.assign(request, { bytes: encodedDataLength, finished: timestamp })
  })
  await session.send('Network.enable')
  return requests
}

export const isCode = ({ kind }: Pick<RequestedFile, 'kind'>): boolean => kind === 'Script' || kind === 'Stylesheet'

/** The HTML is one round trip. What it names is the next; what a script asks for comes one after that script. */
export function roundTripsOf(requests: RequestedFile[]): number {
  const code = requests.filter(isCode)
  return 1 + Math.max(0, ...code.map((one) => depthOf(one, code)))
}

function depthOf(request: RequestedFile, code: RequestedFile[]): number {
  const before = code.find(({ url }) => url === request.initiator && url !== request.url)
  return before ? 1 + depthOf(before, code) : 1
}
