import type { Random } from './random.ts'

export const firstNames = [
  'Aaliyah', 'Adrian', 'Aisha', 'Alejandro', 'Amara', 'Andre', 'Anika', 'Antonio', 'Beatriz', 'Benjamin', 'Bianca', 'Brandon', 'Brooke',
  'Caleb', 'Camila', 'Carlos', 'Caroline', 'Chidi', 'Chloe', 'Connor', 'Dana', 'Darius', 'David', 'Deepa', 'Denise', 'Derek', 'Diego',
  'Elena', 'Elijah', 'Emily', 'Ethan', 'Fatima', 'Felix', 'Gabriela', 'George', 'Grace', 'Hannah', 'Hassan', 'Hiro', 'Ian', 'Imani',
  'Isabel', 'Ivan', 'Jamal', 'Jasmine', 'Javier', 'Joanna', 'Jordan', 'José', 'Julia', 'Kai', 'Kareem', 'Kayla', 'Kenji', 'Khadija',
  'Lamar', 'Laura', 'Leila', 'Liam', 'Linh', 'Lucas', 'Mai', 'Malik', 'Marcus', 'Maria', 'Marisol', 'Mateo', 'Mei', 'Miguel', 'Mina',
  'Nadia', 'Naomi', 'Nathan', 'Nia', 'Noah', 'Olivia', 'Omar', 'Oscar', 'Paige', 'Pedro', 'Priya', 'Quinn', 'Rafael', 'Rania', 'Raúl',
  'Rebecca', 'Renée', 'Rosa', 'Ryan', 'Samira', 'Samuel', 'Sanjay', 'Sara', 'Sean', 'Sofia', 'Stefan', 'Tamara', 'Tariq', 'Thomas',
  'Tessa', 'Uma', 'Valentina', 'Victor', 'Wei', 'Wesley', 'Xavier', 'Yara', 'Yusuf', 'Zach', 'Zoë',
]

export const lastNames = [
  'Abbott', 'Acosta', 'Adeyemi', 'Ahmed', 'Alvarez', 'Anderson', 'Baker', 'Banerjee', 'Barnes', 'Bauer', 'Bell', 'Bennett', 'Brooks',
  'Campbell', 'Carter', 'Castillo', 'Chavez', 'Chen', 'Choi', 'Cohen', 'Coleman', 'Cruz', 'Dang', 'Davis', 'Delgado', 'Desai', 'Diaz',
  'Dubois', 'Edwards', 'Ellis', 'Espinoza', 'Evans', 'Fischer', 'Fitzgerald', 'Flores', 'Foster', 'Garcia', 'Gonzalez', 'Graham', 'Green',
  'Gupta', 'Haddad', 'Hall', 'Harris', 'Hernandez', 'Hill', 'Hoang', 'Howard', 'Hughes', 'Ibrahim', 'Jackson', 'Jensen', 'Johnson', 'Jones',
  'Kaminski', 'Kang', 'Kelly', 'Khan', 'Kim', 'Kowalski', 'Kumar', 'Larsen', 'Lee', 'Lewis', 'Lopez', 'Martin', 'Martinez', 'McCarthy',
  'Mendoza', 'Miller', 'Mitchell', 'Moore', 'Morales', 'Morgan', 'Murphy', 'Nakamura', 'Nelson', 'Nguyen', "O'Brien", 'Okafor', 'Ortiz',
  'Osei', 'Owens', 'Park', 'Patel', 'Perez', 'Peterson', 'Petrov', 'Phillips', 'Price', 'Ramirez', 'Reed', 'Reyes', 'Rivera', 'Roberts',
  'Robinson', 'Rodriguez', 'Romero', 'Rossi', 'Ruiz', 'Russell', 'Sanders', 'Santos', 'Sato', 'Schmidt', 'Scott', 'Shah', 'Silva', 'Singh',
  'Smith', 'Stewart', 'Sullivan', 'Suzuki', 'Taylor', 'Thompson', 'Torres', 'Tran', 'Turner', 'Vargas', 'Walker', 'Ward', 'Washington',
  'Watson', 'White', 'Williams', 'Wilson', 'Wong', 'Wright', 'Yamamoto', 'Young', 'Zhang', 'Zimmerman',
]

export const mailHosts = ['gmail.example', 'outlook.example', 'icloud.example', 'yahoo.example', 'proton.example']

/** A name as it stands in an e-mail address. */
export const plainName = (name: string) => name.normalize('NFD').replace(/[^A-Za-z]/g, '').toLowerCase()

export function fullName(random: Random): string {
  const family = random.pick(lastNames)
  const doubled = random.chance(0.06) ? `-${random.pick(lastNames)}` : ''
  const middle = random.chance(0.12) ? ` ${random.pick(firstNames).charAt(0)}.` : ''
  return `${random.pick(firstNames)}${middle} ${family}${doubled}`
}

/** An address under a reserved domain; `n` keeps it apart from everybody else's. */
export function emailOf(random: Random, name: string, n: number): string {
  const plain = name.normalize('NFD').replace(/[^A-Za-z -]/g, '').toLowerCase().split(/[ -]+/).filter((part) => part.length > 1)
  return `${plain.join(random.pick(['.', '_', '']))}${n}@${random.pick(mailHosts)}`
}

/** 555-01xx numbers belong to nobody. */
export function phoneNumber(random: Random, areaCode: string): string {
  return `+1 (${areaCode}) 555-01${random.digits(2)}`
}
