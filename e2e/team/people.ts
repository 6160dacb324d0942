import { createHmac } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import type { Backend } from '../harness/backend/backend.ts'

/** The people of these tests choose these. */
export const password = 'a good password for a test'

/** The code of RFC 6238 for a key as the screen shows it, counted in steps of 30 s from now. */
export function codeOf(key: string, steps = 0): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...key.replaceAll(' ', '')]
    .map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps))
  const digest = createHmac('sha1', Buffer.from(bytes)).update(counter).digest()
  const number = digest.readUInt32BE((digest.at(-1) ?? 0) & 15) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}

/** Waits for the next step of 30 s where this one ends soon: the code of the step before would be too old then. */
const stepWithTime = () =>
  expect.poll(() => 30_000 - (Date.now() % 30_000), { timeout: 15_000 }).toBeGreaterThan(10_000)

/** Gives mail address and password at `path`. */
export async function givePassword(page: Page, email: string, path = '/my-account', secret = password) {
  await page.goto(path)
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

let made = 0

/** The mail address of an owner of one test alone, who has accepted an invitation. */
export async function newOwner(backend: Backend): Promise<string> {
  const email = `owner-${process.pid}-${Date.now()}-${(made += 1)}@interline.test`
  const invited = await backend.call('POST', '/admin/administrators/invite', {
    full_name: 'Fay Tanaka',
    email,
    admin_role: 'owner',
  })
  const { link } = invited.body.data as { link: string }
  const token = new URL(link).searchParams.get('token')
  const accepted = await backend.call('POST', '/user/auth/accept-invitation', { token, password })
  expect(accepted.status).toBe(200)
  return email
}

export async function acceptInvitation(page: Page, link: string) {
  await page.goto(link)
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('Repeat new password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Accept invitation' }).click()
}

/** Invites somebody on /administrators, and returns the link of the invitation. */
export async function invite(page: Page, name: string, email: string, role: string): Promise<string> {
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const dialog = page.getByRole('dialog').filter({ hasText: 'Invite an administrator' })
  await dialog.getByLabel('Full Name').fill(name)
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('combobox', { name: 'Role' }).click()
  await page.locator('.ant-select-item-option').filter({ hasText: role }).click()
  await dialog.getByRole('button', { name: 'Invite' }).click()
  const made = page.getByRole('dialog').filter({ hasText: `Invitation of ${name}` })
  const link = await made.getByLabel('Link of the invitation').inputValue()
  await made.getByText('Close', { exact: true }).click()
  await expect(made).toHaveCount(0)
  return link
}

export async function signOut(page: Page) {
  await page.getByRole('button', { name: /, Admin$/ }).click()
  const reloaded = page.waitForEvent('load')
  await page.getByText('Log Out').click()
  await reloaded
}

/** Adds an app, and returns its key, the code that was used up by it, and the recovery codes that came with it. */
export async function addApp(page: Page) {
  await page.getByRole('button', { name: 'Add an authenticator app' }).click()
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  const key = (await page.getByText(/^Key: /).textContent())?.replace('Key: ', '') ?? ''
  await page.getByLabel('Code of your authenticator app').fill('000000')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('This code is not right')).toBeVisible()
  await stepWithTime()
  const used = codeOf(key, -1)
  await page.getByLabel('Code of your authenticator app').fill(used)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const shown = page.getByRole('region', { name: 'Your recovery codes' }).getByRole('listitem')
  await expect(shown).toHaveCount(10)
  const codes = await shown.allTextContents()
  await page.getByRole('button', { name: 'I have kept them' }).click()
  return { key, used, codes }
}
