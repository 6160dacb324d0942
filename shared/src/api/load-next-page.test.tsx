import { QueryClientProvider, useInfiniteQuery } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it } from 'vitest'
import { loadNextPage, queryClient, refreshResource } from './index.ts'

afterEach(() => queryClient.clear())

const provider = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
)

/** Pages of one letter each, and the answers that are held back until a test gives them. */
function usePagesOf(answers: ((letter: string) => void)[]) {
  return useInfiniteQuery({
    queryKey: ['drivers', 'letters'],
    // It listens to its signal, as every call of ours does.
    queryFn: ({ signal }) =>
      new Promise<string>((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('aborted')))
        answers.push(resolve)
      }),
    initialPageParam: 0,
    getNextPageParam: (_last, all) => (all.length < 3 ? all.length : undefined),
  })
}

it.each(['before', 'while'])('keeps the next page that is asked for %s the list is read again', async (when) => {
  const answers: ((letter: string) => void)[] = []
  const answer = async (letter: string) => {
    await waitFor(() => expect(answers.length).toBeGreaterThan(0))
    await act(async () => answers.shift()?.(letter))
  }
  const { result } = renderHook(() => usePagesOf(answers), { wrapper: provider })
  await answer('a')
  await waitFor(() => expect(result.current.isSuccess).toBe(true))
  let loaded: Promise<boolean> | undefined
  const load = () => void (loaded = loadNextPage(result.current))
  const readAgain = () => void refreshResource('drivers')
  act(when === 'before' ? load : readAgain)
  await waitFor(() => expect(answers).toHaveLength(1))
  act(when === 'before' ? readAgain : load)
  // The page that was cancelled has nobody to answer.
  if (when === 'before') answers.shift()
  await answer('A')
  await answer('b')
  expect(await loaded).toBe(true)
  await waitFor(() => expect(result.current.data?.pages).toEqual(['A', 'b']))
})
