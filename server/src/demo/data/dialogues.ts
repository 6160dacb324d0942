export type Line = { from: 'support' | 'party'; text: string }

/** Lines that begin with `>` are the support desk's. */
const dialogue = (lines: string): Line[] =>
  lines
    .trim()
    .split('\n')
    .map((line) => line.trim())
    .map((line) =>
      line.startsWith('>') ? { from: 'support', text: line.slice(1).trim() } : { from: 'party', text: line },
    )

export const driverDialogues: readonly (readonly Line[])[] = [
  `Hi, I uploaded my new insurance certificate yesterday but my profile still says not verified.
  > Hi {name}, thanks for writing. I can see the certificate. The policy number is cut off at the edge, could you upload it again?
  Sure, give me five minutes
  Done, should be readable now
  > Perfect, that one is clear. Your profile is verified, you can publish rides again.
  Great, thank you!`,
  `Good morning. When is the payout for last week's rides?
  > Good morning {name}. Payouts leave every Tuesday and take one or two business days to reach your bank.
  So Thursday at the latest?
  > Yes, Thursday at the latest. If nothing is there by Friday, send us a note here.
  Will do, thanks!`,
  `My Stripe account was locked for a review and now they gave me a new one
  What do I need to do so that the money goes to the new account?
  > Hi {name}, please send us the new connect id, it begins with acct_. We will change it for you.
  It's in my dashboard, I will look it up tonight`,
  `I changed cars, the old Camry is gone. How do I get the new car into my profile?
  > Congratulations on the new car! Please upload its registration and the insurance, then ask for re-verification in the app.
  Uploaded both and asked for re-verification
  > Thank you, we will look at it today.
  Any news on the re-verification? I have a ride to San Antonio tomorrow morning`,
  `A passenger did not show up at the pick-up point, I waited 20 minutes
  > Sorry to hear that, {name}. Which booking was it?
  The one at 7:30 this morning, pick-up at the bus station
  > I have found it. We set it to canceled, and the waiting fee is yours.
  Thanks for the quick help`,
  `Hello, is there a way to block two seats? I am driving with my brother
  > Hello {name}, yes: publish the ride with a smaller passenger capacity, for example 2 instead of 4.
  Makes sense. Thanks!
  > You are welcome. Safe travels!`,
  `My licence expires next month. Do I have to send the new one before that?
  > Hi {name}, yes please, at least three days before it expires, so that there is no gap.
  Appointment at the DMV is on the 12th, I'll send it right after`,
  `The app shows the wrong drop-off address on my published ride
  > Could you tell me which ride it is and what the address should be?
  Tomorrow 5:45 PM, it should be the airport terminal B, not downtown
  > Noted. Nobody has booked yet, so the simplest is to publish it again with the right address.
  OK I did, thanks`,
].map(dialogue)

export const userDialogues: readonly (readonly Line[])[] = [
  `Hi! My driver canceled an hour before departure, can I get my money back?
  > Hi {name}, I am sorry about that. The full amount goes back to your card automatically, within three to five days.
  Okay, and is there another ride to Houston today?
  > There are two more this afternoon, at 3:15 PM and 5:00 PM, both with free seats.
  Booked the 3:15, thank you so much!`,
  `I left my backpack in the car this morning, it's grey, with a laptop inside
  > Oh no. I have written to your driver right away. Where did you sit?
  Back seat, behind the driver
  > Good news: the driver has found it and can bring it to the bus station tonight at 7 PM.
  You are lifesavers. I'll be there`,
  `Can I bring a bicycle?
  > Hi {name}, that depends on the car. Write to the driver before you book, many have a rack.
  Ok thanks`,
  `I was charged twice for the same booking
  > Let me check, {name}. One moment please.
  > You are right, there are two charges of the same minute. I have asked for the second one to be refunded.
  How long will that take?`,
  `Hello, I can't change my phone number in the app
  > Hello {name}, for your safety we change phone numbers here. Please send us a picture of your state ID in the profile, then tell me the new number.
  Uploaded it just now. The new number ends in 0142`,
  `The ride yesterday was excellent, very friendly driver. Just wanted to say that!
  > That is lovely to hear, {name}. I will pass it on. Have a great day!`,
  `Is it possible to travel with a small dog? He stays in his carrier
  > Hi {name}, yes with a carrier, if the driver agrees. Please mention it when you book.
  Perfect
  And do I pay for an extra seat?
  > Only if the carrier needs the seat. On your lap or at your feet it is free.
  Thanks, that helps a lot`,
  `My booking has been pending since yesterday, is the driver still active?
  > Let me ask, {name}.
  > The driver has confirmed now. You should see it as accepted.
  Yes I see it, thanks for the help`,
].map(dialogue)
