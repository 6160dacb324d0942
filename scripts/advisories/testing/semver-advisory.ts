/** A real one, from the GitHub Advisory Database (CC-BY-4.0), without its long texts and links. */
export const semverAdvisory = {
  schema_version: '1.4.0',
  id: 'GHSA-c2qf-rxjj-qqgw',
  modified: '2023-07-10T22:57:56Z',
  published: '2023-06-21T06:30:28Z',
  aliases: ['CVE-2022-25883'],
  summary: 'semver vulnerable to Regular Expression Denial of Service',
  severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:L' }],
  affected: [
    {
      package: { ecosystem: 'npm', name: 'semver' },
      ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '7.0.0' }, { fixed: '7.5.2' }] }],
    },
    {
      package: { ecosystem: 'npm', name: 'semver' },
      ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '6.0.0' }, { fixed: '6.3.1' }] }],
    },
    {
      package: { ecosystem: 'npm', name: 'semver' },
      ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: '5.7.2' }] }],
    },
  ],
  references: [{ type: 'ADVISORY', url: 'https://nvd.nist.gov/vuln/detail/CVE-2022-25883' }],
  database_specific: { cwe_ids: ['CWE-1333'], severity: 'MODERATE', github_reviewed: true },
}
