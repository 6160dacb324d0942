import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { expect, it } from 'vitest'
import { readMessages, readPerson } from './api.ts'
import { startMockServer } from '@interline/shared/testing'

const base = `${window.location.origin}/api/v1`
const mockServer = setupServer()
startMockServer(mockServer)

const answer = (data: unknown) => () => HttpResponse.json({ data })

it('has the ids of messages as text where a backend counts in numbers', async () => {
  mockServer.use(
    http.get(
      `${base}/user/chats/17`,
      answer([{ _id: 3, sender_id: 17, message: 'hi' }, { sender_id: '1', message: 'yes?' }, null]),
    ),
  )
  expect(await readMessages('17', {})).toEqual([
    { _id: '3', sender_id: '17', message: 'hi' },
    { _id: null, sender_id: '1', message: 'yes?' },
  ])
})

it('finds a person by an id that is a number', async () => {
  mockServer.use(
    http.get(
      `${base}/admin/drivers`,
      answer([
        { _id: 16, full_name: 'Another' },
        { _id: 17, full_name: 'Number Seventeen' },
      ]),
    ),
  )
  expect(await readPerson('drivers', '17')).toMatchObject({ full_name: 'Number Seventeen' })
})
