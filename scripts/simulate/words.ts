export const firstNames = [
  'Ava',
  'Bruno',
  'Carmen',
  'Dylan',
  'Esther',
  'Farid',
  'Gloria',
  'Hugo',
  'Ines',
  'Jonas',
  'Keiko',
  'Luis',
  'Marta',
  'Nils',
  'Odette',
  'Paulo',
  'Rita',
  'Silas',
  'Talia',
  'Viktor',
]
export const lastNames = [
  'Almeida',
  'Brandt',
  'Costa',
  'Dunn',
  'Eriksen',
  'Faulkner',
  'Grant',
  'Hayes',
  'Iverson',
  'Jimenez',
  'Keller',
  'Lowe',
  'Mercer',
  'Novak',
  'Oduya',
  'Pierce',
  'Quintero',
  'Rowe',
  'Sloan',
  'Tanaka',
]
export const cars = [
  'Toyota Corolla 2020',
  'Honda Civic 2021',
  'Hyundai Tucson 2022',
  'Ford Fusion 2019',
  'Kia Sportage 2021',
  'Volvo V60 2020',
]

export const routes = [
  { from: '200 Congress Ave, Austin, TX 78701', to: '815 Walker St, Houston, TX 77002', dollars: 28 },
  { from: '400 S Houston St, Dallas, TX 75201', to: '849 E Commerce St, San Antonio, TX 78205', dollars: 42 },
  { from: '350 5th Ave, New York, NY 10118', to: '2955 Market St, Philadelphia, PA 19104', dollars: 19.5 },
  { from: '700 Atlantic Ave, Boston, MA 02111', to: '8th Ave & W 41st St, New York, NY 10036', dollars: 36 },
  { from: '800 N Alameda St, Los Angeles, CA 90012', to: '1050 Kettner Blvd, San Diego, CA 92101', dollars: 22 },
  { from: '303 S Jackson St, Seattle, WA 98104', to: '800 NW 6th Ave, Portland, OR 97209', dollars: 31 },
  { from: '225 S Canal St, Chicago, IL 60606', to: '433 W St Paul Ave, Milwaukee, WI 53203', dollars: 17 },
] as const

export const openings = [
  'Hi, is somebody there? I have a question about my last ride.',
  'Hello! How long does a payout usually take?',
  'I would like to change my pick-up address, is that possible?',
  'Good day, my app shows the wrong time for my ride.',
  'Can I bring a large suitcase?',
  'I have just uploaded new documents, could you have a look?',
] as const

export const replies = [
  'Great, thank you for the quick answer!',
  'I see. I will try that and come back to you.',
  'Perfect, that solves it.',
  'Okay, and how long will that take?',
  'Thanks! One more thing: do I get a receipt by e-mail?',
  'Understood, have a nice day.',
] as const

export const answers = [
  'Hello! Thanks for waiting. I am looking into it now.',
  'Your last ride is fine on our side. Is there anything else?',
  'Could you send us a clearer photo of the document?',
] as const

export const notes = [
  'Called back, all is settled.',
  'Asks about the payout for the second time. Look again on Monday.',
  'Prefers to be written to in the evening.',
] as const
