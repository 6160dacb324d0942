import { readFileSync } from 'node:fs'
import { afterAll, expect, vi } from 'vitest'

// Test files share the modules that are loaded, which takes a third of the time. A file that mocks modules has its own.
const { testPath } = expect.getState()
if (testPath && readFileSync(testPath, 'utf8').includes('vi.mock(')) {
  vi.resetModules()
  afterAll(() => void vi.resetModules())
}
