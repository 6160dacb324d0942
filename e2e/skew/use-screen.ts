import type { Locator, Page } from '@playwright/test'
import { expectSettled } from '../harness/page/screens.ts'
import { expect } from './test.ts'

type Act = (page: Page) => Promise<void>

/** A screen of SPEC §2 must do this besides standing there. Nothing more is known of another team's route. */
const acts: Record<string, Act[]> = {
  '/drivers': [sortList, searchList, opensModal(/^Details of /)],
  '/users': [sortList, searchList, opensModal(/^Details of /)],
  '/driver-rides': [sortList, searchList],
  '/user-rides': [sortList, searchList, opensModal(/^Change status of /)],
  '/chats': [openConversation],
  '/user-chat/:id': [showsMessages],
}

export async function useScreen(page: Page, route: string): Promise<void> {
  for (const act of acts[route] ?? []) await act(page)
}

const main = (page: Page) => page.getByRole('main')
const rows = (page: Page): Locator => main(page).locator('tbody tr[data-row-key]')

async function sortList(page: Page) {
  await expect(rows(page).first()).toBeVisible()
  const header = main(page).locator('th[aria-sort], th.ant-table-column-has-sorters').first()
  const before = await header.getAttribute('aria-sort')
  await header.click()
  await expect
    .poll(() => header.getAttribute('aria-sort'), {
      message: 'the order after a click on the first heading that sorts',
    })
    .not.toBe(before)
  await expectSettled(page)
  await expect(rows(page).first()).toBeVisible()
}

async function searchList(page: Page) {
  const { key, words } = (await rows(page).evaluateAll(nameEach)).find((row) => row.words) ?? {}
  if (!key || !words) throw new Error('no row of the list has a name')
  const box = main(page).getByRole('searchbox')
  await box.fill(words)
  await box.press('Enter')
  await expect(
    main(page).locator(`tbody tr[data-row-key="${key}"]`),
    `the row of ${words} when that is searched for`,
  ).toBeVisible()
  await box.fill('nobody and nowhere is called this')
  await box.press('Enter')
  await expect(rows(page), 'rows when nothing matches').toHaveCount(0)
  await box.fill('')
  await box.press('Enter')
  await expect(rows(page).first()).toBeVisible()
}

/** Runs in the page: the key of each row, and the first words in it that are read out. */
function nameEach(rows: Element[]) {
  return rows.map((row) => {
    const texts = [...row.querySelectorAll('td *, td')]
      .filter((element) => !element.closest('[aria-hidden]'))
      .flatMap((element) => [...element.childNodes])
    const words = texts.filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.textContent ?? '')
    return { key: row.getAttribute('data-row-key'), words: words.find((text) => /\p{L}{3}/u.test(text))?.trim() }
  })
}

function opensModal(name: RegExp): Act {
  return async (page) => {
    await rows(page).first().getByRole('button', { name }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    expect((await dialog.innerText()).trim(), 'the text of the dialog').not.toBe('')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
}

async function openConversation(page: Page) {
  await main(page).getByRole('list', { name: 'Chat List' }).getByRole('link').first().click()
  await expect(page).toHaveURL(/\/user-chat\/[^/]+$/)
  await showsMessages(page)
}

async function showsMessages(page: Page) {
  await expect(main(page).getByRole('log').getByRole('listitem').first()).toBeVisible()
  await expect(page.getByPlaceholder('Type a message...', { exact: true })).toBeEnabled()
}
