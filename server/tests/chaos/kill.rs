//! kill -9 during writes.

use super::house::House;
use super::times;
use super::writer::{write_until, writers};

async fn survives(house: House) {
    let mut server = house.start().await;
    let mut people = writers(&house, &server).await;
    for round in 0..times(3, 50) {
        // A different moment in each round: after the first write, under load, later.
        let accepted = 1 + (round * 7) % 23;
        let address = server.address();
        write_until(&mut people, address, accepted, server.kill()).await;
        house.is_sound().await;
        server = house.start().await;
        for person in &mut people {
            person.send_again(&server).await;
        }
    }
    for person in &people {
        person.finds_everything_once(&server).await;
    }
    let (status, said) = server.stop().await;
    assert!(status.success(), "{said}");
    house.is_sound().await;
}

#[tokio::test]
async fn no_accepted_write_is_lost_or_doubled_by_kills_on_sqlite() {
    survives(House::on_sqlite().await).await;
}

#[tokio::test]
async fn no_accepted_write_is_lost_or_doubled_by_kills_on_postgres() {
    let Some(house) = House::on_postgres().await else { return };
    survives(house).await;
}
